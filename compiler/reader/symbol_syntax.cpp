// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recursive descent over Python's operators, in Python's precedence.
#include "compiler/reader/symbol_syntax.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

using Kind = Syntax::Kind;

constexpr std::size_t kLongestText = 1 << 20;  // characters
constexpr int kDeepestNesting = 200;
constexpr int kMostNodes = 20000;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {
    if (text.size() > kLongestText) throw Error("it is too long");
  }

  Syntax parse() {
    Syntax tree = parseConjunction();
    skipSpace();
    if (at_ != text_.size()) fail("unexpected text");
    return tree;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(what + " at column " + std::to_string(at_ + 1));
  }

  void skipSpace() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  std::string_view rest() {
    skipSpace();
    return text_.substr(at_);
  }

  bool take(std::string_view token) {
    if (!rest().starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  bool takeWord(std::string_view word) {
    const std::string_view text = rest();
    if (!text.starts_with(word)) return false;
    if (text.size() > word.size() && (isLetter(text[word.size()]) || isDigit(text[word.size()]))) {
      return false;
    }
    at_ += word.size();
    return true;
  }

  void expect(std::string_view token) {
    if (!take(token)) fail("expected '" + std::string(token) + "'");
  }

  // The first of `tokens` that comes next; longer ones must stand before their beginnings.
  std::string_view takeAny(std::initializer_list<std::string_view> tokens) {
    for (const std::string_view token : tokens) {
      if (take(token)) return token;
    }
    return {};
  }

  Syntax make(Kind kind, std::string_view text, std::vector<Syntax> children = {}) {
    if (++nodes_ > kMostNodes) fail("too many parts");
    Syntax node{kind, std::string(text), std::move(children), 1};
    for (const Syntax& child : node.children) node.depth = std::max(node.depth, child.depth + 1);
    if (node.depth > kDeepestNesting) fail("nested too deeply");
    return node;
  }

  Syntax make(Kind kind, std::string_view text, Syntax left, Syntax right) {
    std::vector<Syntax> children;
    children.push_back(std::move(left));
    children.push_back(std::move(right));
    return make(kind, text, std::move(children));
  }

  // left + right and left * right with any number of terms become one node, so that long sums
  // aren't deep.
  Syntax combine(std::string_view token, Syntax left, Syntax right) {
    const bool joins =
        (token == "+" || token == "*") && left.kind == Kind::operation && left.text == token;
    if (!joins) return make(Kind::operation, token, std::move(left), std::move(right));
    left.depth = std::max(left.depth, right.depth + 1);
    left.children.push_back(std::move(right));
    if (left.depth > kDeepestNesting) fail("nested too deeply");
    return left;
  }

  Syntax parseConjunction() {
    Nesting nesting(*this);
    Syntax first = parseComparison();
    if (!takeWord("and")) return first;
    std::vector<Syntax> parts;
    parts.push_back(std::move(first));
    do {
      parts.push_back(parseComparison());
    } while (takeWord("and"));
    return make(Kind::conjunction, "and", std::move(parts));
  }

  // a < b <= c means a < b and b <= c.
  Syntax parseComparison() {
    Syntax left = parseSum();
    std::vector<Syntax> parts;
    for (;;) {
      const std::string_view token = takeAny({"==", "!=", "<=", ">=", "<", ">"});
      if (token.empty()) break;
      Syntax right = parseSum();
      parts.push_back(make(Kind::comparison, token, std::move(left), right));
      left = std::move(right);
    }
    if (parts.empty()) return left;
    if (parts.size() == 1) return std::move(parts.front());
    return make(Kind::conjunction, "and", std::move(parts));
  }

  Syntax parseSum() {
    Syntax left = parseProduct();
    for (;;) {
      const std::string_view token = takeAny({"+", "-"});
      if (token.empty()) return left;
      left = combine(token, std::move(left), parseProduct());
    }
  }

  Syntax parseProduct() {
    Syntax left = parseFactor();
    for (;;) {
      if (rest().starts_with("**")) return left;
      const std::string_view token = takeAny({"//", "*", "/", "%"});
      if (token.empty()) return left;
      left = combine(token, std::move(left), parseFactor());
    }
  }

  Syntax parseFactor() {
    Nesting nesting(*this);
    if (take("-")) {
      std::vector<Syntax> child;
      child.push_back(parseFactor());
      return make(Kind::negate, "-", std::move(child));
    }
    if (take("+")) return parseFactor();
    Syntax base = parsePostfix();
    if (!take("**")) return base;
    return make(Kind::operation, "**", std::move(base), parseFactor());
  }

  Syntax parsePostfix() {
    Syntax value = parseAtom();
    for (;;) {
      if (take("(")) {
        value = parseCall(std::move(value));
      } else if (take("[")) {
        Syntax key = parseConjunction();
        expect("]");
        value = make(Kind::index, "", std::move(value), std::move(key));
      } else if (take(".")) {
        const std::string_view name = takeName();
        if (value.kind == Kind::name && value.text != "L") {
          value.text.append(".").append(name);
        } else {
          std::vector<Syntax> child;
          child.push_back(std::move(value));
          value = make(Kind::attribute, name, std::move(child));
        }
      } else {
        return value;
      }
    }
  }

  // Named arguments (integer=True) say what the grammar knows anyway; their values are checked to
  // be well formed and dropped.
  Syntax parseCall(Syntax callee) {
    std::vector<Syntax> parts;
    parts.push_back(std::move(callee));
    for (bool isFirst = true; !take(")"); isFirst = false) {
      if (!isFirst) expect(",");
      Syntax argument = parseConjunction();
      if (argument.kind == Kind::name && take("=")) {
        parseConjunction();
      } else {
        parts.push_back(std::move(argument));
      }
    }
    return make(Kind::call, "", std::move(parts));
  }

  Syntax parseAtom() {
    const std::string_view text = rest();
    if (text.empty()) fail("unexpected end");
    if (take("(")) {
      Syntax inner = parseConjunction();
      expect(")");
      return inner;
    }
    if (isDigit(text[0]) || (text[0] == '.' && text.size() > 1 && isDigit(text[1]))) {
      return parseNumber();
    }
    if (text[0] == '\'' || text[0] == '"') return parseString();
    return make(Kind::name, takeName());
  }

  std::string_view takeName() {
    const std::string_view text = rest();
    std::size_t length = 0;
    while (length < text.size() &&
           (isLetter(text[length]) || (length > 0 && isDigit(text[length])))) {
      ++length;
    }
    if (length == 0) fail("unexpected character");
    at_ += length;
    return text.substr(0, length);
  }

  Syntax parseNumber() {
    const std::string_view text = rest();
    std::size_t length = 0;
    bool isReal = false;
    for (; length < text.size(); ++length) {
      const char c = text[length];
      const bool isSign = (c == '-' || c == '+') && (text[length - 1] == 'e');
      if (!isDigit(c) && c != '.' && c != 'e' && !isSign) break;
      isReal = isReal || !isDigit(c);
    }
    at_ += length;
    return make(isReal ? Kind::real : Kind::integer, text.substr(0, length));
  }

  Syntax parseString() {
    const char quotation = text_[at_++];
    std::string content;
    for (; at_ < text_.size() && text_[at_] != quotation; ++at_) {
      if (text_[at_] == '\\') {
        // Python's repr escapes quotes and backslashes so; other escapes don't occur in names.
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (next != '\\' && next != '\'' && next != '"') fail("an escape in a string");
        ++at_;
      }
      content += text_[at_];
    }
    if (at_ == text_.size()) fail("a string without end");
    ++at_;
    return make(Kind::string, content);
  }

  // Bounds recursion: every cycle of the grammar passes through one of these.
  struct Nesting {
    explicit Nesting(Parser& owner) : parser(owner) {
      if (++parser.nesting_ > 2 * kDeepestNesting) parser.fail("nested too deeply");
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --parser.nesting_; }
    Parser& parser;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  int nodes_ = 0;
  int nesting_ = 0;
};

}  // namespace

Syntax parseSyntax(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace mcc
