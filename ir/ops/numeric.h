// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element access for evaluators that work in one arithmetic type per domain: double for real,
// std::uint64_t for integers (wraps around as two's complement does), complex<double>.
#pragma once
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/tensor.h"

namespace mcc {

template <class T>
T elementOf(const Tensor& tensor, std::int64_t i) {
  if constexpr (std::is_same_v<T, double>) {
    return tensor.real(i);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    return static_cast<std::uint64_t>(tensor.integer(i));
  } else {
    return tensor.complex(i);
  }
}

template <class T>
void setElement(Tensor& tensor, std::int64_t i, T value) {
  if constexpr (std::is_same_v<T, double>) {
    tensor.setReal(i, value);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    tensor.setInteger(i, static_cast<std::int64_t>(value));
  } else {
    tensor.setComplex(i, value);
  }
}

template <class T>
std::vector<T> elementsOf(const Tensor& tensor) {
  std::vector<T> values(static_cast<std::size_t>(tensor.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = elementOf<T>(tensor, static_cast<std::int64_t>(i));
  }
  return values;
}

template <class T>
void setElements(Tensor& tensor, const std::vector<T>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    setElement(tensor, static_cast<std::int64_t>(i), values[i]);
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
