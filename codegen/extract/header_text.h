// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header as lines and raw tokens: where declarations and their comments begin and end. clang's
// source ranges leave out attributes, semicolons and comments, and the author's text is the
// product.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace mcc::extract {

struct Range {
  unsigned begin = 0;
  unsigned end = 0;

  bool contains(unsigned offset) const { return begin <= offset && offset < end; }
  bool contains(Range other) const { return begin <= other.begin && other.end <= end; }
  bool overlaps(Range other) const { return begin < other.end && other.begin < end; }
};

class HeaderText {
 public:
  // `text` must outlive this.
  explicit HeaderText(std::string_view text);

  // From a position in `tokens` to the end of a statement.
  std::size_t tokenFrom(unsigned offset) const;  // the first that begins at or behind offset
  std::size_t semicolonFrom(std::size_t token) const;
  std::size_t openBraceFrom(std::size_t token) const;

  std::size_t tokenCount() const { return tokens_.size(); }
  Range token(std::size_t index) const { return tokens_[index].range; }
  char punctuation(std::size_t index) const { return tokens_[index].punctuation; }

  // The line around an offset, without its newline.
  Range lineAt(unsigned offset) const;
  // `range` with the comment lines directly above it, as far up as `floor`, and with the comment
  // behind it on its last line.
  Range withComments(Range range, unsigned floor) const;

  std::string_view text() const { return text_; }

 private:
  struct Token {
    Range range;
    char punctuation;  // one of { } ( ) ; otherwise 0
  };

  bool isComment(Range line) const;

  std::string_view text_;
  std::vector<Token> tokens_;  // without comments and directives
};

}  // namespace mcc::extract
