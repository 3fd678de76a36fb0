// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect of runtime_support/: what ends up in users' programs has no configuration, no state
// and no allocation, so that slices of it can be cut out and read on their own.
#include <doctest/doctest.h>

#include <array>
#include <regex>

#include "tests/rules/scan.h"
#include "tests/rules/source_tree.h"

namespace mcc::rules {
namespace {

/// Shims and the thread pool talk to systems; version.h is read by CMake.
bool speaksDialect(const SourceFile& file) {
  return endsWith(file, ".h") &&
         (isUnder(file, "runtime_support/kernels") || isUnder(file, "runtime_support/simd") ||
          isUnder(file, "runtime_support/math"));
}

Findings checkDirectives(const SourceFile& file) {
  static const std::regex conditional(R"(^\s*#\s*(if|ifdef|ifndef|elif|else|endif|undef)\b)");
  static const std::regex angled(R"(^\s*#\s*include\s*<([^>]+)>)");
  static const std::regex allowed(
      R"(cstdint|cstddef|cmath|cstring|cfloat|limits|algorithm|type_traits|utility|array|complex|)"
      R"(arm_neon\.h|arm_acle\.h|arm_mve\.h|immintrin\.h)");
  Findings found;
  if (!speaksDialect(file)) return found;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    std::smatch match;
    if (file.path != "runtime_support/simd/active.h" &&
        std::regex_search(file.lines[i], conditional)) {
      found.push_back(finding(file, i, "no conditional compilation: variants are files"));
    }
    if (std::regex_search(file.lines[i], match, angled) &&
        !std::regex_match(match[1].str(), allowed)) {
      found.push_back(finding(file, i, "<" + match[1].str() + "> is not freestanding enough"));
    }
  }
  return found;
}

Findings checkWords(const SourceFile& file) {
  static const std::regex banned(
      R"(\b(new|malloc|calloc|free|alloca|throw|try|catch|goto|thread_local|virtual)\b|)"
      R"(\b(dynamic_cast|typeid|printf)\b|\bstd::(vector|string|function|unique_ptr|map)\b)");
  static const std::regex localState(R"(^\s*static\s+(?!constexpr\b|inline\b)[^(]*[;={])");
  Findings found;
  if (!speaksDialect(file)) return found;
  const auto code = blankNonCode(file);
  for (std::size_t i = 0; i < code.size(); ++i) {
    std::smatch match;
    if (std::regex_search(code[i], match, banned)) {
      found.push_back(finding(file, i, "`" + match.str() + "` has no place in a kernel"));
    }
    if (std::regex_search(code[i], localState)) {
      found.push_back(finding(file, i, "kernels keep no state"));
    }
  }
  return found;
}

Findings checkGlobals(const SourceFile& file) {
  static const std::regex harmless(
      R"(\b(constexpr|using|typedef|static_assert|friend|extern)\b|\(|)"
      R"(^(template\b.*)?(struct|class|enum|union)\b)");
  Findings found;
  if (!speaksDialect(file)) return found;
  for (const Scan::Statement& statement : scan(file).namespaceStatements) {
    if (!std::regex_search(statement.text, harmless)) {
      found.push_back(finding(file, statement.line, "a global that is not constexpr"));
    }
  }
  return found;
}

Findings checkDialect(const SourceFile& file) {
  Findings found;
  for (const auto rule : {checkDirectives, checkWords, checkGlobals}) {
    for (std::string& one : rule(file)) found.push_back(std::move(one));
  }
  return found;
}

bool allows(std::string_view text) {
  return checkDialect(makeFile("runtime_support/kernels/x.h", text)).empty();
}

}  // namespace

TEST_CASE("kernels speak their dialect") {
  CHECK(checkTree(checkDialect) == "");
}

TEST_CASE("the dialect rule catches configuration, state and allocation") {
  CHECK(!allows("#ifdef __ARM_NEON\n#endif\n"));
  CHECK(!allows("#include <vector>\n"));
  CHECK(!allows("#include <cstdio>\n"));
  CHECK(!allows("inline int f() {\n  static int n = 0;\n  return ++n;\n}\n"));
  CHECK(!allows("int counter;\n"));
  CHECK(!allows("inline const float* table = nullptr;\n"));
  CHECK(!allows("inline float* f() { return new float[3]; }\n"));
  CHECK(
      allows("#pragma once\n#include <cstdint>\ninline constexpr float kTable[] = {1, 2};\n"
             "struct V {\n  static V load(const float* p);\n  float v;\n};\n"
             "template <class T>\nstatic inline T f(T x) {\n  return x;  // new\n}\n"));
}

}  // namespace mcc::rules
