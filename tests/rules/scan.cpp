// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts braces into namespaces, types, initialisers and functions.
#include "tests/rules/scan.h"

#include <doctest/doctest.h>

#include <regex>

namespace mcc::rules {
namespace {

enum class Scope { kNamespace, kType, kInitializer, kMemberInitializer, kFunction };

std::string withoutTemplateHeads(std::string head) {
  for (std::size_t at = 0; (at = head.find("template")) != std::string::npos;) {
    std::size_t end = head.find('<', at);
    if (end == std::string::npos) break;
    int depth = 0;
    for (; end < head.size(); ++end) {
      if (head[end] == '<') ++depth;
      if (head[end] == '>' && --depth == 0) break;
    }
    head.erase(at, end + 1 - at);
  }
  return head;
}

Scope classify(const std::string& rawHead) {
  static const std::regex isNamespace(R"(\bnamespace\b|\bextern\s*$)");
  static const std::regex isType(R"(^[^(=]*\b(struct|class|union|enum)\b[^(=]*$)");
  static const std::regex operatorName(R"(\boperator\s*[^\s(\w]+)");
  static const std::regex lambda(R"(\]\s*(\(|$))");
  static const std::regex memberInitializer(R"(\)\s*:[^:].*[\w>]\s*$)");
  const std::string head =
      std::regex_replace(withoutTemplateHeads(rawHead), operatorName, "operatorX");
  if (std::regex_search(head, isNamespace)) return Scope::kNamespace;
  if (std::regex_search(head, isType)) return Scope::kType;
  if (std::regex_search(head, memberInitializer)) return Scope::kMemberInitializer;
  const std::size_t paren = head.find('(');
  const std::size_t equals = head.find('=');
  if (equals < paren) {
    const std::string value = head.substr(equals);
    return std::regex_search(value, lambda) ? Scope::kFunction : Scope::kInitializer;
  }
  return paren == std::string::npos ? Scope::kInitializer : Scope::kFunction;
}

class Scanner {
 public:
  explicit Scanner(const SourceFile& file) : lines_(blankNonCode(file)) {}

  Scan run() {
    for (line_ = 0; line_ < lines_.size(); ++line_) {
      for (const char c : lines_[line_]) take(c);
      take(' ');
    }
    return std::move(scan_);
  }

 private:
  bool inside(Scope scope) const { return !scopes_.empty() && scopes_.back() == scope; }

  void take(char c) {
    if (c == '{') {
      open();
    } else if (c == '}') {
      close();
    } else if (c == ';') {
      endStatement();
    } else {
      if (head_.empty() && c == ' ') return;
      if (head_.empty()) headLine_ = line_;
      head_ += c;
    }
  }

  void open() {
    const bool nested = inside(Scope::kFunction) || inside(Scope::kInitializer);
    const Scope scope = nested ? scopes_.back() : classify(head_);
    if (scope == Scope::kFunction && !nested) {
      scan_.functions.push_back({head_, headLine_, line_, 0});
    }
    if (scope == Scope::kInitializer && !nested) endStatement();
    scopes_.push_back(scope);
    if (scope == Scope::kMemberInitializer) {
      head_ += '{';  // the constructor's head goes on behind it
      return;
    }
    if (scope != Scope::kFunction || !nested) head_.clear();
  }

  void close() {
    if (scopes_.empty()) return;
    const Scope closed = scopes_.back();
    scopes_.pop_back();
    if (closed == Scope::kMemberInitializer) {
      head_ += '}';
      return;
    }
    if (closed == Scope::kFunction && !inside(Scope::kFunction)) {
      static const std::regex caseLabel(R"(\bcase\b)");
      Function& function = scan_.functions.back();
      function.lastLine = line_;
      function.cases = static_cast<std::size_t>(std::distance(
          std::sregex_iterator(head_.begin(), head_.end(), caseLabel), std::sregex_iterator()));
    }
    if (!inside(Scope::kFunction)) head_.clear();
  }

  void endStatement() {
    if (inside(Scope::kFunction)) {
      head_ += ';';
      return;
    }
    const bool atNamespace = scopes_.empty() || inside(Scope::kNamespace);
    if (atNamespace && !head_.empty()) scan_.namespaceStatements.push_back({head_, headLine_});
    head_.clear();
  }

  std::vector<std::string> lines_;
  std::size_t line_ = 0;
  std::string head_;
  std::size_t headLine_ = 0;
  std::vector<Scope> scopes_;
  Scan scan_;
};

}  // namespace

Scan scan(const SourceFile& file) {
  return Scanner(file).run();
}

TEST_CASE("scanning finds functions and their lengths") {
  const Scan found = scan(makeFile("ir/x.cpp", R"(#include <vector>
namespace a {
template <typename T = int>
T f(T x) {  // a comment with { and }
  auto g = [](int y) { return y; };
  return x + '}' + "}";
}
struct S {
  S() : v_{1}, w_(2) {}
  bool operator==(const S& other) const {
    return true;
  }
};
constexpr int table[] = {
  1,
};
constexpr auto late = [](int x) {
  switch (x) { case 1: case 2: return 3; }
  return 0;
};
}  // namespace a
)"));
  REQUIRE(found.functions.size() == 4);
  CHECK(found.functions[0].firstLine == 2);
  CHECK(found.functions[0].lastLine == 6);
  CHECK(found.functions[1].head == "S() : v_{1}, w_(2) ");
  CHECK(found.functions[2].lastLine - found.functions[2].firstLine == 2);
  CHECK(found.functions[3].cases == 2);
  REQUIRE(found.namespaceStatements.size() == 1);
  CHECK(found.namespaceStatements[0].line == 13);
}

TEST_CASE("scanning blanks literals and directives without moving lines") {
  const auto lines = blankNonCode(makeFile("ir/x.cpp", R"__(#define X \
  { {
const char* s = R"(
{{{ // )";
int n = 1'000; /* {
*/ char c = '{';
)__"));
  REQUIRE(lines.size() == 6);
  for (const std::string& line : lines) CHECK(line.find('{') == std::string::npos);
  CHECK(lines[4].find("int n = 1'000;") == 0);
}

}  // namespace mcc::rules
