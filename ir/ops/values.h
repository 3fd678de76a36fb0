// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of tensors in the type that arithmetic on them is done in, for reference evaluation:
// double (real), std::int64_t (integer, bool) or std::complex<double>.
#pragma once
#include <complex>
#include <cstdint>
#include <vector>

#include "ir/tensor.h"

namespace mcc {

// Copies elements [begin, begin + count) out of or into a tensor. Conversions are those of
// Op::cast: floats truncate to integers, integers wrap to the width, bool is "not zero".
template <class V>
void loadValues(const Tensor& tensor, std::int64_t begin, std::int64_t count, V* out);
template <class V>
void storeValues(Tensor& tensor, std::int64_t begin, std::int64_t count, const V* values);

template <class V>
std::vector<V> valuesOf(const Tensor& tensor) {
  std::vector<V> values(static_cast<std::size_t>(tensor.size()));
  loadValues<V>(tensor, 0, tensor.size(), values.data());
  return values;
}

template <class V>
Tensor tensorOf(DType dtype, Sizes shape, const std::vector<V>& values) {
  Tensor tensor(dtype, std::move(shape));
  storeValues<V>(tensor, 0, tensor.size(), values.data());
  return tensor;
}

// Calls f with a zero of the type that arithmetic on `dtype` is done in.
template <class F>
decltype(auto) withValueType(DType dtype, F f) {
  switch (domain(dtype)) {
    case Domain::real: return f(double{});
    case Domain::complex: return f(std::complex<double>{});
    case Domain::integer:
    case Domain::boolean: break;
  }
  return f(std::int64_t{});
}

// Two's complement arithmetic that wraps around.
inline std::int64_t wrapAdd(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
inline std::int64_t wrapMultiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

// Sum and product in any of the three types; complex products by the plain formula.
inline double addValues(double a, double b) { return a + b; }
inline std::int64_t addValues(std::int64_t a, std::int64_t b) { return wrapAdd(a, b); }
inline std::complex<double> addValues(std::complex<double> a, std::complex<double> b) {
  return a + b;
}
inline double multiplyValues(double a, double b) { return a * b; }
inline std::int64_t multiplyValues(std::int64_t a, std::int64_t b) { return wrapMultiply(a, b); }
inline std::complex<double> multiplyValues(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

inline bool isNan(double x) { return x != x; }
inline bool isNan(std::int64_t) { return false; }

// The order of sort, argmax and the like: NaN is larger than everything and equal to itself.
template <class V>
bool lessWithNan(V a, V b) {
  return a < b || (isNan(b) && !isNan(a));
}

}  // namespace mcc
