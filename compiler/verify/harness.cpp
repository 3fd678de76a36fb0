// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of models in one translation unit: the standard headers are then parsed once for all.
#include "compiler/verify/harness.h"

#include <cstring>
#include <fstream>

#include "compiler/verify/harness_main.h"
#include "compiler/verify/object_symbols.h"
#include "compiler/verify/subprocess.h"
#include "compiler/write_files.h"

namespace mcc {
namespace {

namespace fs = std::filesystem;

void put(std::string& out, std::int64_t value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string requestOf(const std::vector<HarnessCase>& cases) {
  std::string out;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    put(out, static_cast<std::int64_t>(i));
    put(out, cases[i].stateful ? 1 : 0);
    put(out, static_cast<std::int64_t>(cases[i].calls.size()));
    for (const HarnessCall& call : cases[i].calls) {
      put(out, static_cast<std::int64_t>(call.inputs.size()));
      for (const Tensor& input : call.inputs) {
        put(out, input.bytes());
        out.append(reinterpret_cast<const char*>(input.data()),
                   static_cast<std::size_t>(input.bytes()));
      }
      put(out, static_cast<std::int64_t>(call.outputBytes.size()));
      for (const std::int64_t bytes : call.outputBytes) put(out, bytes);
      put(out, static_cast<std::int64_t>(call.dims.size()));
      for (const std::int64_t dim : call.dims) put(out, dim);
    }
  }
  return out;
}

// Reads an answer file; a truncated one gives fewer calls.
class Answer {
 public:
  explicit Answer(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(in), {});
  }
  bool atEnd() const { return failed_ || at_ >= text_.size(); }
  bool failed() const { return failed_; }
  std::int64_t number() {
    std::int64_t value = 0;
    if (text_.size() - at_ < 8) {
      failed_ = true;
      return 0;
    }
    std::memcpy(&value, text_.data() + at_, 8);
    at_ += 8;
    return value;
  }
  std::string bytes() {
    const auto size = static_cast<std::size_t>(number());
    if (failed_ || text_.size() - at_ < size) {
      failed_ = true;
      return {};
    }
    at_ += size;
    return text_.substr(at_ - size, size);
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

CallResult callResult(Answer& answer) {
  CallResult result;
  result.status = answer.number();
  for (std::int64_t n = answer.number(); n > 0 && !answer.failed(); --n) {
    result.dims.push_back(answer.number());
  }
  for (std::int64_t n = answer.number(); n > 0 && !answer.failed(); --n) {
    result.outputs.push_back(answer.bytes());
  }
  for (std::int64_t n = answer.number(); n > 0 && !answer.failed(); --n) {
    result.afterInputs.push_back(answer.bytes());
  }
  return result;
}

void readAnswers(const fs::path& path, const std::vector<HarnessCase>& cases,
                 std::vector<CaseResult>& results) {
  Answer answer(path);
  while (!answer.atEnd()) {
    const auto index = static_cast<std::size_t>(answer.number());
    if (answer.failed() || index >= cases.size()) return;
    for (std::size_t k = 0; k < cases[index].calls.size(); ++k) {
      CallResult call = callResult(answer);
      if (answer.failed()) return;
      results[index].calls.push_back(std::move(call));
    }
  }
}

bool endsIn(const std::string& name, const std::string& end) {
  return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// Includes all files of the cases whose names end in `end`.
std::string includes(const std::vector<HarnessCase>& cases, const std::string& end) {
  std::string out;
  for (const HarnessCase& one : cases) {
    for (const auto& [name, contents] : one.files) {
      if (endsIn(name, end)) out += "#include \"" + name + "\"\n";
    }
  }
  return out;
}

std::string mainSource(const std::vector<HarnessCase>& cases, const std::string& definitions) {
  std::string out = includes(cases, "_c.h") + "#include <cstddef>\n#include <cstdint>\n";
  if (!definitions.empty()) out += "#include \"" + definitions + "\"\n";
  out +=
      "namespace {\nstruct Row {\n"
      "  int (*run)(const void* const*, void* const*, std::int64_t*, void*, void*, const void*);\n"
      "  void (*reset)(void*);\n  std::size_t (*arenaBytes)();\n  std::size_t "
      "(*stateBytes)();\n};\n"
      "const Row kRows[] = {\n";
  for (const HarnessCase& one : cases) {
    out += "    {" + one.id + "_run, " + one.id + "_reset, " + one.id + "_arena_bytes, " + one.id +
           "_state_bytes},\n";
  }
  return out + "};\n}  // namespace\n" + kHarnessMain;
}

// All states set to `state`, with a message.
void setAll(std::vector<CaseResult>& results, CaseResult::State state, const std::string& message) {
  for (CaseResult& result : results) {
    result.state = state;
    result.message = message;
  }
}

CaseResult::State stateOf(const ProcessResult& process) {
  return process.timedOut ? CaseResult::State::timeout : CaseResult::State::crash;
}

// Models and main program apart, so that only the models are held to their flags and symbols. What
// went wrong, or nothing.
std::string build(const std::vector<HarnessCase>& cases, const BuildOptions& options,
                  const fs::path& folder, const std::string& program) {
  const std::string object = (folder / "models.o").string();
  std::vector<std::string> command = {options.compiler};
  command.insert(command.end(), options.flags.begin(), options.flags.end());
  std::vector<std::string> models = command;
  models.insert(models.end(), options.modelFlags.begin(), options.modelFlags.end());
  models.insert(models.end(), {"-Wa,-I" + folder.string(), "-c",
                               (folder / "models.cpp").string(), "-o", object});
  const ProcessResult compiled = runProcess(models, options.buildSeconds, folder / "models.txt");
  if (!compiled.ok()) return compiled.errors.empty() ? "no compiler" : compiled.errors;
  if (options.checkSymbols) {
    std::vector<std::string> ids;
    for (const HarnessCase& one : cases) ids.push_back(one.id);
    const std::string fault = unexpectedSymbol(object, ids, options.definedSpace);
    if (!fault.empty()) return fault;
  }
  command.insert(command.end(), {(folder / "main.cpp").string(), object, "-lm", "-o", program});
  const ProcessResult linked = runProcess(command, options.buildSeconds, folder / "main.txt");
  return linked.ok() ? "" : "the test program: " + linked.errors;
}

std::vector<CaseResult> runTogether(const std::vector<HarnessCase>& cases,
                                    const BuildOptions& options, const fs::path& folder) {
  std::vector<CaseResult> results(cases.size());
  Files files;
  for (const HarnessCase& one : cases) {
    for (const auto& [name, contents] : one.files) files[(folder / name).string()] = contents;
  }
  files[(folder / "models.cpp").string()] = includes(cases, ".cpp");
  files[(folder / "main.cpp").string()] = mainSource(cases, options.definitions);
  files[(folder / "request.bin").string()] = requestOf(cases);
  writeFiles(files);
  const std::string program = (folder / "batch").string();
  const std::string fault = build(cases, options, folder, program);
  if (!fault.empty()) {
    setAll(results, CaseResult::State::compileError, fault);
    return results;
  }
  std::vector<std::string> run = options.emulator;
  const std::string answer = (folder / "answer.bin").string();
  run.insert(run.end(), {program, (folder / "request.bin").string(), answer});
  const ProcessResult ran = runProcess(run, options.runSeconds, folder / "run.txt");
  readAnswers(answer, cases, results);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool complete = results[i].calls.size() == cases[i].calls.size();
    if (complete && (ran.ok() || i + 1 < cases.size())) continue;
    results[i].state = stateOf(ran);
    results[i].message = ran.errors.empty() ? "signal " + std::to_string(ran.signal) : ran.errors;
  }
  return results;
}

}  // namespace

std::vector<CaseResult> runBatch(const std::vector<HarnessCase>& cases, const BuildOptions& options,
                                 const fs::path& folder) {
  std::vector<CaseResult> results = runTogether(cases, options, folder);
  bool failed = false;
  for (const CaseResult& result : results) failed |= result.state != CaseResult::State::done;
  if (!failed || cases.size() == 1) return results;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (results[i].state == CaseResult::State::done) continue;
    results[i] = runTogether({cases[i]}, options, folder / cases[i].id)[0];
  }
  return results;
}

}  // namespace mcc
