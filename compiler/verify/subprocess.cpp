// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork, exec, and a polling wait.
#include "compiler/verify/subprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

[[noreturn]] void becomeCommand(std::vector<char*> arguments, const char* errorFile) {
  const int errors = open(errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(errors, 2);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

std::string headOf(const std::filesystem::path& path) {
  constexpr std::size_t kLimit = 64 << 10;
  std::ifstream in(path, std::ios::binary);
  std::string text(kLimit, '\0');
  in.read(text.data(), static_cast<std::streamsize>(kLimit));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

}  // namespace

ProcessResult runProcess(const std::vector<std::string>& command, double seconds,
                         const std::filesystem::path& errorFile) {
  std::vector<std::string> copies = command;
  std::vector<char*> arguments;
  for (std::string& argument : copies) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const std::string errorPath = errorFile.string();
  const pid_t child = fork();
  if (child < 0) throw Error("can't start " + command[0]);
  if (child == 0) becomeCommand(arguments, errorPath.c_str());
  ProcessResult result;
  const auto start = std::chrono::steady_clock::now();
  int status = 0;
  auto pause = std::chrono::microseconds(200);
  while (waitpid(child, &status, WNOHANG) == 0) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() > seconds) {
      result.timedOut = true;
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(20)) pause *= 2;
  }
  if (WIFEXITED(status)) result.exitCode = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.errors = headOf(errorFile);
  return result;
}

}  // namespace mcc
