// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes: what a node knows besides its operands.
#pragma once
#include <complex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ir/tensor.h"
#include "ir/types.h"

namespace mcc {

// In arguments of Op::aten nodes: stands for the node's operand number `index`.
struct Operand {
  std::uint32_t index = 0;
  bool operator==(const Operand&) const = default;
};

// One attribute value. Every integer is a Dim. None is std::monostate.
struct Attribute {
  using List = std::vector<Attribute>;
  std::variant<std::monostate, bool, Dim, double, std::complex<double>, std::string, DType, Operand,
               TensorRef, List>
      value;

  Attribute() = default;
  template <class T>
  Attribute(T v) : value(std::move(v)) {}  // NOLINT: any of the alternatives is an Attribute
  Attribute(const char* text) : value(std::string(text)) {}              // NOLINT
  Attribute(int v) : value(Dim(v)) {}                                    // NOLINT
  Attribute(std::int64_t v) : value(Dim(v)) {}                           // NOLINT
  Attribute(const std::vector<Dim>& dims) : value(List(dims.begin(), dims.end())) {}   // NOLINT
  Attribute(const std::vector<std::int64_t>& v) : value(List(v.begin(), v.end())) {}   // NOLINT
  Attribute(const std::vector<double>& v) : value(List(v.begin(), v.end())) {}         // NOLINT

  template <class T>
  bool is() const { return std::holds_alternative<T>(value); }
  template <class T>
  const T& as() const { return std::get<T>(value); }
  bool isNone() const { return is<std::monostate>(); }
  bool operator==(const Attribute&) const;
};

// Attributes by name, in the order they were set (schema order for Op::aten nodes).
class Attributes {
 public:
  using Item = std::pair<std::string, Attribute>;
  Attributes() = default;
  Attributes(std::initializer_list<Item> items) : items_(items) {}

  const Attribute* find(const std::string& name) const;  // null when absent
  bool has(const std::string& name) const { return find(name) != nullptr; }
  void set(const std::string& name, Attribute value);    // replaces or appends
  void erase(const std::string& name);

  // Typed access; Error naming the attribute when absent or of another type.
  bool boolean(const std::string& name) const;
  const Dim& dim(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;   // a constant Dim
  double real(const std::string& name) const;            // also from an integer or bool
  const std::string& string(const std::string& name) const;
  DType dtype(const std::string& name) const;
  const TensorRef& tensor(const std::string& name) const;
  std::vector<Dim> dims(const std::string& name) const;
  std::vector<std::int64_t> integers(const std::string& name) const;
  std::vector<double> reals(const std::string& name) const;

  const std::vector<Item>& items() const { return items_; }
  bool operator==(const Attributes&) const = default;

 private:
  const Attribute& need(const std::string& name) const;
  std::vector<Item> items_;
};

}  // namespace mcc
