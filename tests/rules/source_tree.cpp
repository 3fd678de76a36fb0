// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the repository and reads its text files.
#include "tests/rules/source_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace mcc::rules {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kFolders{
    ".ci", "codegen", "compiler", "ir", "passes", "samples", "targets", "runtime_support", "tests"};

bool isSkippedFolder(const std::string& name) {
  return name.rfind("build", 0) == 0 || name == "golden" || name == "fixtures" ||
         name == "__pycache__";
}

bool isText(const std::string& content) {
  return content.find('\0') == std::string::npos;
}

void addFile(const fs::path& path, std::vector<SourceFile>& files) {
  std::ifstream stream(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (isText(content)) files.push_back(makeFile(path.generic_string(), content));
}

void addFolder(const fs::path& folder, std::vector<SourceFile>& files) {
  for (auto entry = fs::recursive_directory_iterator(folder);
       entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->is_directory() && isSkippedFolder(entry->path().filename().string())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      addFile(entry->path(), files);
    }
  }
}

}  // namespace

SourceFile makeFile(std::string path, std::string_view text) {
  SourceFile file{std::move(path), {}};
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
  return file;
}

std::vector<SourceFile> readSourceTree() {
  std::vector<SourceFile> files;
  for (const std::string_view folder : kFolders) {
    if (fs::is_directory(folder)) addFolder(folder, files);
  }
  for (const auto& entry : fs::directory_iterator(".")) {
    // .git is a file in a work tree.
    if (entry.is_regular_file() && entry.path().filename() != ".git")
      addFile(entry.path().filename(), files);
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

bool endsWith(const SourceFile& file, std::string_view suffix) {
  return std::string_view(file.path).ends_with(suffix);
}

bool isUnder(const SourceFile& file, std::string_view folder) {
  return file.path.rfind(std::string(folder) + "/", 0) == 0;
}

bool isCpp(const SourceFile& file) {
  return endsWith(file, ".cpp") || endsWith(file, ".h") || endsWith(file, ".def") ||
         endsWith(file, ".inc");
}

bool isGenerated(const SourceFile& file) {
  return file.path == "codegen/kernel_slices.inc";
}

std::string finding(const SourceFile& file, std::size_t line, std::string_view message) {
  return file.path + ":" + std::to_string(line + 1) + ": " + std::string(message);
}

std::string checkTree(Findings (*rule)(const SourceFile&)) {
  std::string all;
  for (const SourceFile& file : readSourceTree()) {
    for (const std::string& found : rule(file)) all += found + "\n";
  }
  return all;
}

}  // namespace mcc::rules
