// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dim: a tensor size, or any other integer of a program, known when mcc runs or as an expression
// over symbols (sizes known when the generated program runs).
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcc {

// Inclusive range of an integer; kUnbounded stands for "no upper end".
struct Range {
  static constexpr std::int64_t kUnbounded = INT64_MAX;
  std::int64_t min = 0;
  std::int64_t max = kUnbounded;

  bool bounded() const { return max != kUnbounded; }
  bool operator==(const Range&) const = default;
};

using Bindings = std::map<std::string, std::int64_t>;  // symbol name -> value
using Ranges = std::map<std::string, Range>;           // symbol name -> range

// An integer expression in canonical form: a polynomial with integer coefficients over atoms, where
// an atom is a symbol or a function (floorDiv, mod, max, min, ...) of Dims. Equal expressions in
// that sense compare equal. Cheap to copy; constants allocate nothing. Constant arithmetic that
// leaves int64 throws Error, as do division by constant zero and an expression that grows too large
// (dim_expr.h has the limits). Symbols may be negative; a divisor that isn't constant is taken to
// be other than zero: floorDiv(n*s, s) is n.
class Dim {
 public:
  Dim(std::int64_t value = 0) : value_(value) {}  // NOLINT: an integer is a Dim
  static Dim symbol(const std::string& name);       // throws Error unless an identifier

  bool isConstant() const { return expr_ == nullptr; }
  std::int64_t constant() const;                    // precondition: isConstant()
  std::optional<std::int64_t> asConstant() const;
  std::optional<std::string> asSymbol() const;      // the name, when this is a bare symbol
  // c and name when this is c * symbol with c >= 1 (a bare symbol: c = 1).
  std::optional<std::pair<std::int64_t, std::string>> asMultipleOfSymbol() const;

  friend Dim operator+(const Dim& a, const Dim& b);
  friend Dim operator-(const Dim& a, const Dim& b);
  friend Dim operator*(const Dim& a, const Dim& b);
  Dim operator-() const { return Dim(0) - *this; }
  bool operator==(const Dim& other) const;
  bool operator!=(const Dim& other) const { return !(*this == other); }
  bool operator<(const Dim& other) const;           // an arbitrary but stable total order

  // Value under bindings; throws Error naming the symbol that has none, or on overflow.
  std::int64_t evaluate(const Bindings& bindings) const;
  // Bounds under ranges (interval arithmetic; sound, not always tight). Unknown symbols: [0, inf).
  Range bounds(const Ranges& ranges) const;
  Dim substitute(const std::map<std::string, Dim>& replacements) const;
  void collectSymbols(std::vector<std::string>& out) const;  // each once, in order of appearance

  // Infix text by Python's rules: "2*s0 + 1", "(s0 + 1)//2", "s0%4", "max(s0, 4)". parse() reads
  // it back, as well as floordiv(a, b), ceildiv(a, b) and mod(a, b); it throws Error.
  std::string text() const;
  static Dim parse(const std::string& text);

  struct Expr;  // dim.cpp; atoms and terms
  // For printers: the outermost operation. add, mul, max and min have two or more operands, a
  // constant first in mul and last elsewhere; what is subtracted is an operand with a factor < 0.
  struct Node {
    enum class Kind : std::uint8_t { constant, symbol, add, mul, floordiv, mod, max, min } kind;
    std::int64_t value = 0;
    std::string name;
    std::vector<Dim> operands;
  };
  Node node() const;

 private:
  friend Dim floorDiv(const Dim& a, const Dim& b);
  friend Dim mod(const Dim& a, const Dim& b);
  friend Dim max(const Dim& a, const Dim& b);
  friend Dim min(const Dim& a, const Dim& b);
  explicit Dim(std::shared_ptr<const Expr> expr);
  std::int64_t value_ = 0;
  std::shared_ptr<const Expr> expr_;
};

Dim floorDiv(const Dim& a, const Dim& b);  // rounds towards minus infinity, as Python's //
Dim mod(const Dim& a, const Dim& b);       // sign of b, as Python's %
Dim max(const Dim& a, const Dim& b);
Dim min(const Dim& a, const Dim& b);
Dim ceilDiv(const Dim& a, const Dim& b);

Dim product(const std::vector<Dim>& dims);
std::string text(const std::vector<Dim>& dims);  // "[1, 3, s0]"

}  // namespace mcc
