// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lexes headers with clang's raw lexer, which knows literals and comments but expands nothing.
#include "codegen/extract/header_text.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

namespace mcc::extract {
namespace {

char punctuationOf(const clang::Token& token) {
  switch (token.getKind()) {
    case clang::tok::l_brace:
      return '{';
    case clang::tok::r_brace:
      return '}';
    case clang::tok::l_paren:
      return '(';
    case clang::tok::r_paren:
      return ')';
    case clang::tok::semi:
      return ';';
    default:
      return 0;
  }
}

}  // namespace

HeaderText::HeaderText(std::string_view text) : text_(text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = true;
  const auto start = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer lexer(start, language, text.data(), text.data(), text.data() + text.size());
  clang::Token token;
  bool inDirective = false;
  for (bool atEnd = false; !atEnd;) {
    atEnd = lexer.LexFromRawLexer(token);
    if (token.isAtStartOfLine()) inDirective = token.is(clang::tok::hash);
    if (inDirective || token.is(clang::tok::eof)) continue;
    const unsigned begin = token.getLocation().getRawEncoding() - start.getRawEncoding();
    tokens_.push_back({{begin, begin + token.getLength()}, punctuationOf(token)});
  }
}

std::size_t HeaderText::tokenFrom(unsigned offset) const {
  std::size_t at = 0;
  while (at < tokens_.size() && tokens_[at].range.begin < offset) ++at;
  return at;
}

std::size_t HeaderText::semicolonFrom(std::size_t token) const {
  int depth = 0;
  for (; token + 1 < tokens_.size(); ++token) {
    const char c = tokens_[token].punctuation;
    if (c == '{' || c == '(') ++depth;
    if (c == '}' || c == ')') --depth;
    if (c == ';' && depth <= 0) break;
  }
  return token;
}

std::size_t HeaderText::openBraceFrom(std::size_t token) const {
  while (token < tokens_.size() && tokens_[token].punctuation != '{') ++token;
  return token;
}

Range HeaderText::lineAt(unsigned offset) const {
  const std::size_t before = text_.substr(0, offset).rfind('\n');
  const std::size_t after = text_.find('\n', offset);
  return {before == std::string_view::npos ? 0u : static_cast<unsigned>(before + 1),
          static_cast<unsigned>(after == std::string_view::npos ? text_.size() : after)};
}

bool HeaderText::isComment(Range line) const {
  const std::string_view text = text_.substr(line.begin, line.end - line.begin);
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string_view::npos && text.substr(first, 2) == "//";
}

Range HeaderText::withComments(Range range, unsigned floor) const {
  if (const Range rest{range.end, lineAt(range.end).end}; isComment(rest)) range.end = rest.end;
  Range line = lineAt(range.begin);
  if (line.begin < floor) return range;
  range.begin = line.begin;
  while (line.begin > 0) {
    line = lineAt(line.begin - 1);
    if (line.begin < floor || !isComment(line)) break;
    range.begin = line.begin;
  }
  return range;
}

}  // namespace mcc::extract
