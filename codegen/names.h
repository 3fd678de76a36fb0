// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text from files on its way into C++: identifiers and comments. Nothing else may carry it.
#pragma once
#include <set>
#include <string>

namespace mcc {

// A C++ (and C) identifier made from any text: ASCII letters, digits, single underscores, no
// leading digit or underscore, no keyword, at most 60 characters. Empty text gives `fallback`.
std::string identifier(const std::string& text, const std::string& fallback = "value");

// "features_0" -> "Features0", for type and constant names.
std::string pascalCase(const std::string& identifier);

// Hands out identifiers, each once: a taken one gets _2, _3, ...
class UniqueNames {
 public:
  UniqueNames() = default;
  explicit UniqueNames(std::set<std::string> taken) : taken_(std::move(taken)) {}
  std::string operator()(const std::string& wish, const std::string& fallback = "value");

 private:
  std::set<std::string> taken_;
};

// Text safe inside a // comment: printable ASCII, no backslash (line splice), no */ or /*, at most
// 100 characters.
std::string commentText(const std::string& text);

}  // namespace mcc
