// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every file opens with its license and a word on what it is for; folders carry telling names.
#include <doctest/doctest.h>

#include <array>
#include <regex>

#include "tests/rules/source_tree.h"

namespace mcc::rules {
namespace {

constexpr std::string_view kLicense = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception";

/// Files whose format has comments; README, LICENSE, JSON and data have their own ways.
bool needsOpening(const SourceFile& file) {
  constexpr std::array<std::string_view, 8> kSuffixes{
      ".cmake", "CMakeLists.txt", ".sh", ".py", ".S", ".ld", ".yml", ".in"};
  if (isCpp(file) || isUnder(file, ".ci") || file.path == ".clang-format") return true;
  for (const std::string_view suffix : kSuffixes) {
    if (endsWith(file, suffix)) return true;
  }
  return false;
}

Findings checkOpening(const SourceFile& file) {
  static const std::regex comment(R"(^(//|#|/\*|\s\*) ?\S.*)");
  if (!needsOpening(file)) return {};
  const std::size_t first = !file.lines.empty() && file.lines[0].rfind("#!", 0) == 0 ? 1 : 0;
  if (file.lines.size() < first + 2 || file.lines[first].find(kLicense) == std::string::npos) {
    return {finding(file, first, "the file has to open with the SPDX line")};
  }
  if (!std::regex_match(file.lines[first + 1], comment) ||
      file.lines[first + 1].rfind("#pragma", 0) == 0) {
    return {finding(file, first + 1, "after the SPDX line one to three lines say what this is")};
  }
  return {};
}

Findings checkName(const SourceFile& file) {
  static const std::regex vague(R"((^|/)docs/|(^|[/_])(utils?|[h]elpers?|managers?|misc)([/_.]|$)|)"
                                R"((^|/)(base|common)([/.]|$))");
  if (!std::regex_search(file.path, vague)) return {};
  return {finding(file, 0, "a name that says nothing; name what is in it")};
}

}  // namespace

TEST_CASE("files open with license and purpose") {
  CHECK(checkTree(checkOpening) == "");
}

TEST_CASE("names tell what is inside") {
  CHECK(checkTree(checkName) == "");
}

TEST_CASE("the opening rules catch what is missing") {
  const std::string license = "// " + std::string(kLicense) + "\n";
  CHECK(checkOpening(makeFile("ir/x.cpp", license + "// What it does.\n")).empty());
  CHECK(checkOpening(makeFile("ir/x.cpp", "// What it does.\n")).size() == 1);
  CHECK(checkOpening(makeFile("ir/x.h", license + "#pragma once\n")).size() == 1);
  CHECK(checkOpening(makeFile("tests/run.sh", "#!/bin/sh\necho\n")).size() == 1);
  CHECK(checkName(makeFile("ir/string_utils.h", "")).size() == 1);
  CHECK(checkName(makeFile("util/x.h", "")).size() == 1);
  CHECK(checkName(makeFile("ir/base.h", "")).size() == 1);
  CHECK(checkName(makeFile("ir/base_address.h", "")).empty());
}

}  // namespace mcc::rules
