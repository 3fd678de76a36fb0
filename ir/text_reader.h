// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the textual IR token by token: position, errors, words, strings, numbers, and the values
// made of them. Private to text_*.cpp.
#pragma once
#include <string>
#include <string_view>

#include "ir/attribute.h"
#include "ir/text.h"

namespace mcc::syntax {

class TextReader {
 public:
  TextReader(const std::string& text, const Sidecar& sidecar) : text_(text), sidecar_(sidecar) {}

  [[noreturn]] void fail(const std::string& what) const;  // Error "<line>:<column>: <what>"

  // All look beyond white space, line ends and comments; the position moves only over tokens.
  bool atEnd() const { return next() == text_.size(); }
  bool at(std::string_view token) const;
  bool accept(std::string_view token);      // of punctuation
  void expect(std::string_view token);
  bool acceptWord(std::string_view word);   // a whole word
  void expectWord(std::string_view word);
  std::string word();
  std::string quotedString();
  std::string wordOrQuoted();
  std::string valueName();                  // "%a.b": "a.b"
  std::int64_t integer();
  double real();                            // an integer, too

  Dim size();              // up to a comma or closing bracket at its own level
  TensorType type();
  TensorRef tensor();      // "#hash" or "f32[2]{1.0, 2.0}"
  Attribute attribute();
  Attributes attributes();  // "{a = 1, ...}", or nothing

  // "// net.py:12 features.0 conv2d_3" on the rest of this line; nothing where there is none or
  // some other comment.
  Origin origin();

  // Bounds recursion: fails when nested deeper than kMaxNesting while it lives.
  class Nesting {
   public:
    explicit Nesting(TextReader& reader);
    ~Nesting() { --reader_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    TextReader& reader_;
  };

 private:
  std::size_t next() const;  // where the next token begins
  char charAt(std::size_t position) const {
    return position < text_.size() ? text_[position] : '\0';
  }
  std::string_view wordAt(std::size_t position) const;  // empty: none
  bool beginsReal() const;
  char escape();
  std::string originField(std::string_view end);
  Shape shape();
  TensorRef elements(DType dtype, const Shape& shape);
  void element(Tensor& tensor, std::int64_t i);
  Attribute reservedAttribute();
  Attribute listAttribute();

  const std::string& text_;
  const Sidecar& sidecar_;
  std::size_t at_ = 0;  // after the last token
  int nesting_ = 0;
};

}  // namespace mcc::syntax
