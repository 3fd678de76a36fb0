// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blanks what is not code: comments, literals, preprocessor directives.
#include "tests/rules/scan.h"

#include <cctype>

namespace mcc::rules {
namespace {

class Blanker {
 public:
  explicit Blanker(const SourceFile& file) {
    for (const std::string& line : file.lines) text_ += line + "\n";
  }

  std::vector<std::string> run() {
    while (at_ < text_.size()) step();
    std::vector<std::string> lines;
    std::size_t start = 0;
    for (std::size_t end = 0; (end = text_.find('\n', start)) != std::string::npos;
         start = end + 1) {
      lines.push_back(text_.substr(start, end - start));
    }
    return lines;
  }

 private:
  void step() {
    const char c = text_[at_];
    if (text_.compare(at_, 2, "//") == 0) {
      blankTo(text_.find('\n', at_));
    } else if (text_.compare(at_, 2, "/*") == 0) {
      blankTo(after(text_.find("*/", at_ + 2), 2));
    } else if (text_.compare(at_, 2, "R\"") == 0) {
      const std::size_t open = text_.find('(', at_);
      const std::string close = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
      blankTo(after(text_.find(close, open), close.size()));
    } else if (c == '"' || (c == '\'' && !isDigitSeparator())) {
      blankTo(endOfQuoted(c));
    } else if (c == '#' && startsLine()) {
      blankTo(endOfDirective());
    } else {
      ++at_;
    }
  }

  void blankTo(std::size_t end) {
    for (; at_ < end && at_ < text_.size(); ++at_) {
      if (text_[at_] != '\n') text_[at_] = ' ';
    }
  }

  std::size_t after(std::size_t found, std::size_t length) const {
    return found == std::string::npos ? text_.size() : found + length;
  }

  bool isDigitSeparator() const {
    return at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) != 0;
  }

  bool startsLine() const {
    const std::size_t last = text_.find_last_not_of(" \t", at_ - (at_ > 0 ? 1 : 0));
    return at_ == 0 || last == std::string::npos || text_[last] == '\n';
  }

  std::size_t endOfQuoted(char quote) const {
    std::size_t i = at_ + 1;
    while (i < text_.size() && text_[i] != quote && text_[i] != '\n') i += text_[i] == '\\' ? 2 : 1;
    return i + 1;
  }

  std::size_t endOfDirective() const {
    std::size_t end = text_.find('\n', at_);
    while (end != std::string::npos && end > 0 && text_[end - 1] == '\\') {
      end = text_.find('\n', end + 1);
    }
    return end;
  }

  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string> blankNonCode(const SourceFile& file) {
  return Blanker(file).run();
}

}  // namespace mcc::rules
