// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup and parsing of schema rows.
#include "ir/schemas.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "ir/diagnostics.h"
#include "ir/types.h"

namespace mcc {
namespace {

constexpr std::string_view kRows[] = {
#define MCC_SCHEMA(text) text,
#include "ir/schemas.def"
#undef MCC_SCHEMA
};

constexpr std::size_t kNone = std::string_view::npos;

std::string_view targetOf(std::string_view row) { return row.substr(0, row.find('(')); }

struct TypeName {
  std::string_view name;
  SchemaType::Kind kind;
};
constexpr TypeName kTypeNames[] = {
    {"Tensor", SchemaType::Kind::tensor},         {"int", SchemaType::Kind::integer},
    {"SymInt", SchemaType::Kind::integer},        {"float", SchemaType::Kind::real},
    {"bool", SchemaType::Kind::boolean},          {"SymBool", SchemaType::Kind::boolean},
    {"complex", SchemaType::Kind::complex},       {"Scalar", SchemaType::Kind::scalar},
    {"str", SchemaType::Kind::string},            {"ScalarType", SchemaType::Kind::dtype},
    {"Layout", SchemaType::Kind::layout},         {"Device", SchemaType::Kind::device},
    {"MemoryFormat", SchemaType::Kind::memoryFormat}, {"Generator", SchemaType::Kind::opaque},
};

// c10::ScalarType counts from 0 where torch.export counts from 1, for the types we know.
Attribute dtypeFromC10(std::int64_t number) {
  const std::optional<DType> dtype = dtypeFromScalarType(number == 15 ? 13 : number + 1);
  return dtype ? Attribute(*dtype) : Attribute(number);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Schema schema() {
    Schema out;
    out.target = std::string(targetOf(text_));
    at_ = out.target.size();
    need("(");
    bool keywordOnly = false;
    while (!take(")")) {
      if (take("*")) {
        keywordOnly = true;
      } else {
        out.params.push_back(parameter(keywordOnly));
      }
      if (!take(",") && !peek(")")) fail();
    }
    need("->");
    results(out);
    if (at_ != text_.size()) fail();
    return out;
  }

 private:
  [[noreturn]] void fail() const {
    throw Error("malformed schema '" + std::string(text_) + "' at column " + std::to_string(at_));
  }

  void skipSpaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool peek(std::string_view token) {
    skipSpaces();
    return text_.substr(at_, token.size()) == token;
  }
  bool take(std::string_view token) {
    if (!peek(token)) return false;
    at_ += token.size();
    return true;
  }
  void need(std::string_view token) {
    if (!take(token)) fail();
  }
  std::string_view identifier() {
    skipSpaces();
    const std::size_t start = at_;
    const auto part = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    while (at_ < text_.size() && part(text_[at_])) ++at_;
    if (at_ == start) fail();
    return text_.substr(start, at_ - start);
  }

  SchemaParam parameter(bool keywordOnly) {
    SchemaParam out;
    out.keywordOnly = keywordOnly;
    out.type = type(out.aliasSet, out.mutated);
    out.name = std::string(identifier());
    if (take("=")) out.defaultValue = value(out.type);
    return out;
  }

  void results(Schema& out) {
    const bool tuple = take("(");
    while (!(tuple && take(")"))) {
      SchemaReturn result;
      bool mutated = false;
      result.type = type(result.aliasSet, mutated);
      out.returns.push_back(result);
      skipSpaces();
      if (at_ < text_.size() && !peek(",") && !peek(")")) identifier();  // its name
      if (!tuple) return;
      if (!take(",") && !peek(")")) fail();
    }
  }

  SchemaType type(char& alias, bool& mutated) {
    const std::string_view name = identifier();
    const auto row = std::find_if(std::begin(kTypeNames), std::end(kTypeNames),
                                  [&](const TypeName& known) { return known.name == name; });
    if (row == std::end(kTypeNames)) fail();
    SchemaType out;
    out.kind = row->kind;
    aliasSet(alias, mutated);
    out.optional = take("?");
    if (take("[")) {
      out.list = true;
      if (!peek("]")) out.listSize = integer();
      need("]");
      aliasSet(alias, mutated);
      out.optionalElement = out.optional;
      out.optional = take("?");
    }
    return out;
  }

  // "(a)", "(a!)", "(a -> *)", "(b|a)": the first set counts.
  void aliasSet(char& alias, bool& mutated) {
    if (!take("(")) return;
    alias = identifier()[0];
    if (take("!")) mutated = true;
    while (!take(")")) ++at_;
  }

  std::int64_t integer() {
    skipSpaces();
    std::int64_t value = 0;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data() + at_, end, value);
    if (error != std::errc{}) fail();
    at_ = static_cast<std::size_t>(stop - text_.data());
    return value;
  }

  Attribute value(const SchemaType& type) {
    if (take("None")) return {};
    if (take("True")) return true;
    if (take("False")) return false;
    if (take("'")) return string();
    if (take("[")) {
      Attribute::List items;
      while (!take("]")) {
        items.push_back(value(type));
        take(",");
      }
      return items;
    }
    return number(type);
  }

  Attribute string() {
    const std::size_t end = text_.find('\'', at_);
    if (end == kNone) fail();
    const std::string out(text_.substr(at_, end - at_));
    at_ = end + 1;
    return out;
  }

  Attribute number(const SchemaType& type) {
    skipSpaces();
    std::size_t end = at_;
    while (end < text_.size() && std::string_view(",)] ").find(text_[end]) == kNone) ++end;
    const std::string_view digits = text_.substr(at_, end - at_);
    if (digits.find_first_of(".e") == kNone) {
      const std::int64_t whole = integer();
      if (type.kind == SchemaType::Kind::dtype) return dtypeFromC10(whole);
      if (type.kind == SchemaType::Kind::real) return static_cast<double>(whole);
      return whole;
    }
    double real = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), real);
    if (error != std::errc{} || stop != digits.data() + digits.size()) fail();
    at_ = end;
    return real;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const SchemaParam* Schema::find(std::string_view parameter) const {
  for (const SchemaParam& known : params) {
    if (known.name == parameter) return &known;
  }
  return nullptr;
}

bool Schema::mutates() const {
  return std::any_of(params.begin(), params.end(),
                     [](const SchemaParam& parameter) { return parameter.mutated; });
}

bool Schema::aliases() const {
  return std::any_of(returns.begin(), returns.end(),
                     [](const SchemaReturn& result) { return result.aliasSet != 0; });
}

std::shared_ptr<const Schema> findSchema(std::string_view target) {
  const auto at = std::lower_bound(
      std::begin(kRows), std::end(kRows), target,
      [](std::string_view row, std::string_view wanted) { return targetOf(row) < wanted; });
  if (at == std::end(kRows) || targetOf(*at) != target) return nullptr;
  return std::make_shared<const Schema>(parseSchema(*at));
}

Schema parseSchema(std::string_view text) { return Parser(text).schema(); }

std::vector<std::string> schemaTargets() {
  std::vector<std::string> out;
  for (const std::string_view row : kRows) out.emplace_back(targetOf(row));
  return out;
}

const Attribute* argumentOf(const Schema& schema, const Attributes& given,
                            const std::string& name) {
  if (const Attribute* found = given.find(name)) return found;
  const SchemaParam* parameter = schema.find(name);
  return parameter != nullptr && parameter->defaultValue ? &*parameter->defaultValue : nullptr;
}

}  // namespace mcc
