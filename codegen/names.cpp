// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Identifiers and comment text.
#include "codegen/names.h"

#include <algorithm>
#include <string_view>

namespace mcc {
namespace {

// Keywords of C++20 and C11, alternative tokens, and macros of the standard headers we include.
constexpr std::string_view kReserved[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "assert", "atomic", "auto", "bitand", "bitor",
    "bool", "break", "byte", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class",
    "co_await", "co_return", "co_yield", "compl", "complex", "concept", "const", "const_cast",
    "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do",
    "double", "dynamic_cast", "else", "enum", "errno", "explicit", "export", "extern", "false",
    "final", "float", "for", "friend", "goto", "if", "imaginary", "import", "inline", "int",
    "linux", "long", "main", "module", "mutable", "namespace", "new", "noexcept", "noreturn",
    "not", "not_eq", "nullptr", "operator", "or", "or_eq", "override", "private", "protected",
    "public", "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed",
    "sizeof", "static", "static_assert", "static_cast", "std", "struct", "switch", "template",
    "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof",
    "union", "unix", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor",
    "xor_eq"};

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string identifier(const std::string& text, const std::string& fallback) {
  constexpr std::size_t kMaxLength = 60;
  std::string out;
  for (const char c : text) {
    if (out.size() >= kMaxLength) break;
    if (isLetter(c) || isDigit(c)) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty()) return fallback;
  if (isDigit(out.front())) out = "n" + out;
  if (std::binary_search(std::begin(kReserved), std::end(kReserved), std::string_view(out))) {
    out += "_x";
  }
  // Macros are all capitals: EOF, NULL, NAN, BUFSIZ ...
  if (std::none_of(out.begin(), out.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
    out = "v" + out;
  }
  return out;
}

std::string pascalCase(const std::string& identifier) {
  std::string out;
  bool upper = true;
  for (const char c : identifier) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return out;
}

std::string UniqueNames::operator()(const std::string& wish, const std::string& fallback) {
  const std::string first = identifier(wish, fallback);
  std::string name = first;
  for (int n = 2; !taken_.insert(name).second; ++n) name = first + "_" + std::to_string(n);
  return name;
}

std::string commentText(const std::string& text) {
  constexpr std::size_t kMaxLength = 100;
  std::string out;
  for (const char c : text) {
    const bool plain = c >= 0x20 && c < 0x7f && c != '\\' && c != '?';
    const bool ends = !out.empty() && ((out.back() == '*' && c == '/') ||
                                       (out.back() == '/' && c == '*'));
    out += plain && !ends ? c : '_';
    if (out.size() >= kMaxLength) return out + "...";
  }
  return out;
}

}  // namespace mcc
