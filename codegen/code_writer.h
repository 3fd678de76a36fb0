// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CodeWriter: lines of C++ with indentation, and the spelling of numbers and sizes.
#pragma once
#include <string>
#include <vector>

#include "ir/dim.h"

namespace mcc {

class CodeWriter {
 public:
  explicit CodeWriter(std::size_t depth = 0) : depth_(depth) {}
  void line(const std::string& text = {});
  void open(const std::string& text);        // "text {", then indents
  void indent() { ++depth_; }
  void close(const std::string& suffix = {});  // "}" + suffix
  // head(arg, arg, ...)tail, broken over lines when it leaves 100 columns.
  void call(const std::string& head, const std::vector<std::string>& args, const std::string& tail);
  // head{item, item, ...}tail, likewise.
  void list(const std::string& head, const std::vector<std::string>& items,
            const std::string& tail);
  const std::string& text() const { return text_; }

 private:
  void fill(const std::string& head, const std::vector<std::string>& items,
            const std::string& tail);

  std::string text_;
  std::size_t depth_;
};

// Shortest decimal that reads back as the same float (with an f) or double; "inf" and NaN become
// expressions of std::numeric_limits.
std::string floatLiteral(double value);
std::string doubleLiteral(double value);
std::string integerLiteral(std::int64_t value);  // the smallest value too

// A size as a std::int64_t expression over C++ variables named by `names` (symbol -> identifier).
// Non-trivial functions are called by name: floorDiv, floorMod, larger, smaller.
using SymbolNames = std::map<std::string, std::string>;
std::string sizeText(const Dim& dim, const SymbolNames& names);

// "1 x 3 x s0"-like text of a shape for comments, and "[1][3]" for array types.
std::string shapeText(const std::vector<Dim>& shape, const SymbolNames& names);

}  // namespace mcc
