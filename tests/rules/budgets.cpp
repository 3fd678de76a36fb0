// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Budgets of size. Long files and functions are where newcomers get lost; splitting early is cheap.
#include <doctest/doctest.h>

#include "tests/rules/scan.h"
#include "tests/rules/source_tree.h"

namespace mcc::rules {
namespace {

constexpr std::size_t kFileLines = 400;
constexpr std::size_t kHeaderLines = 120;
constexpr std::size_t kReadmeLines = 60;
constexpr std::size_t kRootReadmeLines = 120;
constexpr std::size_t kFunctionLines = 40;
constexpr std::size_t kSwitchLines = 80;  // a function that is a table written as a switch
constexpr std::size_t kSwitchCases = 8;   // from this many labels on it counts as one
constexpr std::size_t kColumns = 100;

std::size_t lineBudget(const SourceFile& file) {
  if (file.path == "README.md") return kRootReadmeLines;
  if (endsWith(file, "README.md")) return kReadmeLines;
  if (endsWith(file, ".h") && !isUnder(file, "runtime_support")) return kHeaderLines;
  return kFileLines;
}

/// Columns as a reader sees them: continuation bytes of UTF-8 take none.
std::size_t columns(const std::string& line) {
  std::size_t count = 0;
  for (const char c : line) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
  return count;
}

Findings checkFile(const SourceFile& file) {
  Findings found;
  // Tables are laid out by hand, one row a line.
  const bool exempt = isGenerated(file) || endsWith(file, ".def") || file.path == "LICENSE";
  if (!exempt && file.lines.size() > lineBudget(file)) {
    found.push_back(finding(file, file.lines.size() - 1,
                            std::to_string(file.lines.size()) + " lines, the budget is " +
                                std::to_string(lineBudget(file))));
  }
  if (exempt || endsWith(file, ".md") || endsWith(file, ".json")) return found;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (columns(file.lines[i]) > kColumns) found.push_back(finding(file, i, "over 100 columns"));
  }
  return found;
}

Findings checkFunctions(const SourceFile& file) {
  Findings found;
  if (!(endsWith(file, ".cpp") || endsWith(file, ".h"))) return found;
  for (const Function& function : scan(file).functions) {
    const std::size_t budget = function.cases >= kSwitchCases ? kSwitchLines : kFunctionLines;
    const std::size_t length = function.lastLine - function.firstLine + 1;
    // Text in raw strings is data; it is not held against the function that contains it.
    std::size_t data = 0;
    const auto code = blankNonCode(file);
    for (std::size_t i = function.firstLine; i <= function.lastLine; ++i) {
      const bool isBlank = code[i].find_first_not_of(' ') == std::string::npos;
      const bool isComment = file.lines[i].find("//") != std::string::npos;
      data += isBlank && !isComment && !file.lines[i].empty() ? 1U : 0U;
    }
    if (length - data > budget) {
      found.push_back(finding(file, function.firstLine,
                              "a function of " + std::to_string(length - data) +
                                  " lines, the budget is " + std::to_string(budget)));
    }
  }
  return found;
}

}  // namespace

TEST_CASE("files and lines keep their budgets") {
  CHECK(checkTree(checkFile) == "");
}

TEST_CASE("functions keep their budgets") {
  CHECK(checkTree(checkFunctions) == "");
}

TEST_CASE("the budget rules catch what is too long") {
  std::string lines;
  for (int i = 0; i < 121; ++i) lines += "\n";
  CHECK(checkFile(makeFile("ir/x.h", lines)).size() == 1);
  CHECK(checkFile(makeFile("runtime_support/kernels/x.h", lines)).empty());
  CHECK(checkFile(makeFile("ir/README.md", lines)).size() == 1);
  CHECK(checkFile(makeFile("ir/x.cpp", std::string(101, 'x'))).size() == 1);
  CHECK(checkFile(makeFile("ir/x.cpp", std::string(100, 'x'))).empty());

  std::string body = "int f(int x) {\n";
  for (int i = 0; i < 39; ++i) body += "  ++x;\n";
  CHECK(checkFunctions(makeFile("ir/x.cpp", body + "}\n")).size() == 1);
  body = "int f(int x) {\n  switch (x) {\n";
  for (int i = 0; i < 39; ++i) body += "    case 1:\n";
  CHECK(checkFunctions(makeFile("ir/x.cpp", body + "  }\n}\n")).empty());
}

}  // namespace mcc::rules
