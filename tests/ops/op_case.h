// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running one operator on tensors made of literals or of reproducible noise.
#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/evaluate.h"
#include "ir/graph.h"
#include "ir/op_def.h"

namespace mcc::test {

inline Tensor literal(DType dtype, Sizes shape, const std::vector<double>& values) {
  Tensor tensor(dtype, std::move(shape));
  REQUIRE(tensor.size() == static_cast<std::int64_t>(values.size()));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.setReal(i, values[static_cast<std::size_t>(i)]);
  }
  return tensor;
}

// Values in [-2, 2], whole numbers in [-20, 20] for integers.
inline Tensor noise(DType dtype, Sizes shape, std::uint64_t seed) {
  Tensor tensor(dtype, std::move(shape));
  std::uint64_t state = seed * 2654435761U + 12345;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto draw = static_cast<std::int64_t>(state >> 33U) % 4001 - 2000;
    tensor.setReal(i, isInteger(dtype) ? std::trunc(static_cast<double>(draw) / 100)
                                       : static_cast<double>(draw) / 1000);
  }
  return tensor;
}

// Operands of a node; null where one is absent.
using Operands = std::vector<const Tensor*>;

inline std::vector<Tensor> run(Op op, const Operands& operands, Attributes attributes = {},
                               std::vector<Graph> regions = {}) {
  Node node;
  node.op = op;
  node.attributes = std::move(attributes);
  node.regions = std::move(regions);
  Bindings bindings;
  return evaluateNode(node, operands, bindings);
}

// Message of the Error that the operator gives; empty when it gives none.
inline std::string errorOf(Op op, const Operands& operands, Attributes attributes = {}) {
  try {
    run(op, operands, std::move(attributes));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Same type and shape, elements within tolerance * max(1, |want|), NaN equal to NaN.
inline void checkEqual(const Tensor& got, const Tensor& want, double tolerance = 0) {
  REQUIRE(name(got.dtype()) == std::string(name(want.dtype())));
  REQUIRE(got.shape() == want.shape());
  for (std::int64_t i = 0; i < got.size(); ++i) {
    const std::complex<double> a = got.complex(i);
    const std::complex<double> b = want.complex(i);
    if (std::isnan(a.real()) && std::isnan(b.real())) continue;
    INFO("element " << i << ": " << a.real() << " instead of " << b.real());
    CHECK((a == b || std::abs(a - b) <= tolerance * std::fmax(1, std::abs(b))));
  }
}

inline std::vector<double> reals(const Tensor& tensor) {
  std::vector<double> out;
  for (std::int64_t i = 0; i < tensor.size(); ++i) out.push_back(tensor.real(i));
  return out;
}

inline const double kNan = std::nan("");
inline const double kInfinity = HUGE_VAL;

}  // namespace mcc::test
