// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements for evaluators that sum products: double for real numbers, complex<double>, and
// std::uint64_t for integers, which wraps around as two's complement does (see values.h).
#pragma once
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/ops/values.h"

namespace mcc {

template <class T>
std::vector<T> elementsOf(const Tensor& tensor) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    const std::vector<std::int64_t> values = valuesOf<std::int64_t>(tensor);
    return {values.begin(), values.end()};
  } else {
    return valuesOf<T>(tensor);
  }
}

template <class T>
void setElements(Tensor& tensor, const std::vector<T>& values) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    const std::vector<std::int64_t> same(values.begin(), values.end());
    storeValues(tensor, 0, tensor.size(), same.data());
  } else {
    storeValues(tensor, 0, tensor.size(), values.data());
  }
}

// Adds a row to each row of `values`.
template <class T>
void addToRows(std::vector<T>& values, const std::vector<T>& row) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += row[i % row.size()];
}

// Calls run with a value of the arithmetic type of `dtype`.
template <class Run>
void withArithmetic(DType dtype, Run run) {
  switch (domain(dtype)) {
    case Domain::real: return run(double{});
    case Domain::integer: return run(std::uint64_t{});
    case Domain::complex: return run(std::complex<double>{});
    case Domain::boolean: break;
  }
  throw Error("no arithmetic on bool");
}

}  // namespace mcc
