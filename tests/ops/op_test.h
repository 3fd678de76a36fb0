// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests of operators share: literal tensors, running one node, comparing.
#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <vector>

#include "ir/evaluate.h"
#include "ir/op_def.h"
#include "ir/ops/values.h"

namespace mcc::test {

inline Tensor reals(Sizes shape, std::vector<double> values, DType dtype = DType::f32) {
  return tensorOf<double>(dtype, std::move(shape), values);
}
inline Tensor ints(Sizes shape, std::vector<std::int64_t> values, DType dtype = DType::i64) {
  return tensorOf<std::int64_t>(dtype, std::move(shape), values);
}
inline Tensor bools(Sizes shape, std::vector<std::int64_t> values) {
  return ints(std::move(shape), std::move(values), DType::boolean);
}
inline Tensor complexes(Sizes shape, std::vector<std::complex<double>> values) {
  return tensorOf<std::complex<double>>(DType::c128, std::move(shape), values);
}

// Runs one node and checks that the results are of the types that inference promises.
inline std::vector<Tensor> runAll(Op op, const std::vector<Tensor>& operands,
                                  Attributes attributes = {}, std::vector<Graph> regions = {}) {
  Node node;
  node.op = op;
  node.attributes = std::move(attributes);
  node.regions = std::move(regions);
  std::vector<const Tensor*> pointers;
  std::vector<TensorType> types;
  for (const Tensor& operand : operands) {
    pointers.push_back(&operand);
    types.push_back(operand.type());
  }
  OpView view{node, {}};
  for (const TensorType& type : types) view.inputs.push_back(&type);
  const std::vector<TensorType> promised = opDef(op).infer(view);
  Bindings bindings;
  std::vector<Tensor> results = evaluateNode(node, pointers, bindings);
  REQUIRE(results.size() == promised.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    CHECK(results[i].dtype() == promised[i].dtype);
    REQUIRE(results[i].rank() == promised[i].rank());
    for (std::int64_t d = 0; d < results[i].rank(); ++d) {
      CHECK(results[i].dim(d) == promised[i].dim(d).evaluate(bindings));
    }
  }
  return results;
}

inline Tensor run(Op op, const std::vector<Tensor>& operands, Attributes attributes = {}) {
  return runAll(op, operands, std::move(attributes)).at(0);
}

// Inference alone, on types that may be symbolic.
inline std::vector<TensorType> inferOn(Op op, const std::vector<TensorType>& types,
                                       Attributes attributes = {}) {
  Node node;
  node.op = op;
  node.attributes = std::move(attributes);
  OpView view{node, {}};
  for (const TensorType& type : types) view.inputs.push_back(&type);
  return opDef(op).infer(view);
}

// Same dtype, shape and elements; reals within `relative`, NaN equal to NaN.
inline void checkSame(const Tensor& got, const Tensor& want, double relative = 0) {
  CHECK(name(got.dtype()) == std::string(name(want.dtype())));
  REQUIRE(got.shape() == want.shape());
  for (std::int64_t i = 0; i < got.size(); ++i) {
    CAPTURE(i);
    const std::complex<double> g = got.complex(i), w = want.complex(i);
    const auto close = [&](double a, double b) {
      if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
      return a == b || std::fabs(a - b) <= relative * std::fabs(b);
    };
    const bool same = close(g.real(), w.real()) && close(g.imag(), w.imag());
    if (!same) MESSAGE(g.real(), "+", g.imag(), "i instead of ", w.real(), "+", w.imag(), "i");
    CHECK(same);
    if (isInteger(got.dtype())) CHECK(got.integer(i) == want.integer(i));
  }
}

inline const double kNan = std::nan("");
inline const double kInf = HUGE_VAL;

}  // namespace mcc::test
