// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trees of symbol_syntax as Dims: one row for each function that a size may use.
#include "compiler/reader/symbols.h"

#include <utility>

#include "compiler/reader/bytes.h"
#include "compiler/reader/symbol_functions.h"
#include "compiler/reader/symbol_syntax.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

using Kind = Syntax::Kind;

// Evaluates trees; what stands for an input in a guard is asked of `source`.
struct Evaluator {
  const GuardSource* source = nullptr;

  Fraction evaluate(const Syntax& tree) const {
    switch (tree.kind) {
      case Kind::integer:
        return integerLiteral(tree.text);
      case Kind::real:
        return realLiteral(tree.text);
      case Kind::name:
        if (source != nullptr) break;  // guards speak of inputs only
        return {Dim::symbol(tree.text)};
      case Kind::negate:
        return sizeFunction("Mul").apply({{-1}, evaluate(tree.children[0])});
      case Kind::operation:
        return operate(tree);
      case Kind::call:
        return call(tree);
      case Kind::index:
        if (source != nullptr) return input(tree);
        break;
      default:
        break;
    }
    throw Error("this is no integer expression");
  }

 private:
  std::vector<Fraction> evaluateAll(const Syntax& tree, std::size_t first) const {
    std::vector<Fraction> arguments;
    for (std::size_t i = first; i < tree.children.size(); ++i) {
      arguments.push_back(evaluate(tree.children[i]));
    }
    return arguments;
  }

  Fraction operate(const Syntax& tree) const {
    struct Row {
      const char* token;
      const char* function;
    };
    constexpr Row kOperators[] = {{"+", "Add"},       {"*", "Mul"}, {"/", "IntTrueDiv"},
                                  {"//", "FloorDiv"}, {"%", "Mod"}, {"**", "Pow"}};
    std::vector<Fraction> arguments = evaluateAll(tree, 0);
    if (tree.text == "-") {
      arguments[1] = sizeFunction("Mul").apply({{-1}, arguments[1]});
      return sizeFunction("Add").apply(arguments);
    }
    for (const Row& row : kOperators) {
      if (tree.text == row.token) return sizeFunction(row.function).apply(arguments);
    }
    throw InternalError("an operator without a function");
  }

  // Literals in srepr: Integer(-3), Float('0.5', precision=53), Symbol('s0', integer=True).
  Fraction call(const Syntax& tree) const {
    const Syntax& callee = tree.children[0];
    if (callee.kind != Kind::name) throw Error("this is no integer expression");
    const Syntax* const only = tree.children.size() == 2 ? &tree.children[1] : nullptr;
    const bool isString = only != nullptr && only->kind == Kind::string;
    if (callee.isName("Symbol") && isString) return {Dim::symbol(only->text)};
    if (callee.isName("Float") && isString) return realLiteral(only->text);
    if (callee.isName("Integer") && only != nullptr) return evaluate(*only);
    const SizeFunction& function = sizeFunction(callee.text);
    const std::size_t count = tree.children.size() - 1;
    if (count < function.fewest || count > function.most) {
      throw Error("wrong number of arguments of " + quote(callee.text));
    }
    return function.apply(evaluateAll(tree, 1));
  }

  // L['x'].size()[0], or L['n'] for an integer.
  Fraction input(const Syntax& tree) const {
    const Syntax& container = tree.children[0];
    const Syntax& key = tree.children[1];
    std::optional<Dim> found;
    const bool isSize = container.kind == Kind::call && container.children.size() == 1 &&
                        container.children[0].kind == Kind::attribute &&
                        container.children[0].text == "size" && key.kind == Kind::integer;
    if (isSize) {
      const std::int64_t dim = integerLiteral(key.text).over.constant();
      found = (*source)(sourceOf(container.children[0].children[0]), dim);
    } else {
      found = (*source)(sourceOf(tree), std::nullopt);
    }
    if (!found) throw Error("there is no such input");
    return {*found};
  }

  std::string sourceOf(const Syntax& tree) const {
    if (tree.isName("L")) return "L";
    if (tree.kind == Kind::attribute) return sourceOf(tree.children[0]) + "." + tree.text;
    if (tree.kind != Kind::index) throw Error("this is no input");
    const Syntax& key = tree.children[1];
    const std::string text = key.kind == Kind::string ? "'" + key.text + "'" : key.text;
    if (key.kind != Kind::string && key.kind != Kind::integer) throw Error("this is no input");
    return sourceOf(tree.children[0]) + "[" + text + "]";
  }
};

// The relation with its operands in the order that Guard has.
Guard guardOf(const Syntax& tree, const Evaluator& evaluator, const std::string& text) {
  struct Row {
    const char* token;
    Guard::Relation relation;
    bool swaps;
  };
  constexpr Row kRelations[] = {
      {"==", Guard::Relation::equal, false}, {"!=", Guard::Relation::notEqual, false},
      {"<", Guard::Relation::less, false},   {"<=", Guard::Relation::lessEqual, false},
      {">", Guard::Relation::less, true},    {">=", Guard::Relation::lessEqual, true},
  };
  Fraction left = evaluator.evaluate(tree.children[0]);
  Fraction right = evaluator.evaluate(tree.children[1]);
  for (const Row& row : kRelations) {
    if (tree.text != row.token) continue;
    if (row.swaps) std::swap(left, right);
    return {row.relation, wholeOf(left), wholeOf(right), text};
  }
  throw InternalError("a comparison without a relation");
}

}  // namespace

Dim parseSize(const std::string& text) {
  try {
    const Fraction value = Evaluator{}.evaluate(parseSyntax(text));
    if (value.under == Dim(1) || value.isRounded) return wholeOf(value);
    // Only whether a constant divides can be seen here; for the rest the file's word is taken.
    if (value.over.isConstant() && value.under.isConstant())
      return wholeOf({value.over, value.under});
    return floorOf(value);
  } catch (const Error& error) {
    throw Error("the expression " + quote(text) + ": " + error.what(), error.hint);
  }
}

std::optional<std::vector<Guard>> parseGuard(const std::string& text, const GuardSource& source) {
  try {
    const Syntax tree = parseSyntax(text);
    const Evaluator evaluator{&source};
    std::vector<Guard> guards;
    if (tree.kind == Kind::comparison) {
      guards.push_back(guardOf(tree, evaluator, text));
    } else if (tree.kind == Kind::conjunction) {
      for (const Syntax& part : tree.children) {
        if (part.kind != Kind::comparison) return std::nullopt;
        guards.push_back(guardOf(part, evaluator, text));
      }
    } else {
      return std::nullopt;
    }
    return guards;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace mcc
