// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion between stored elements and values, one loop per pair of types.
#include "ir/ops/values.h"

#include <limits>
#include <type_traits>

namespace mcc {
namespace {

using Complex = std::complex<double>;

// How elements whose C++ type says too little are stored.
struct HalfBits {
  std::uint16_t bits;
};
struct BfloatBits {
  std::uint16_t bits;
};
struct BoolByte {
  std::uint8_t byte;
};

// An element in its own domain's value type.
template <class T>
auto widen(T stored) {
  if constexpr (std::is_same_v<T, HalfBits>) {
    return static_cast<double>(halfToFloat(stored.bits));
  } else if constexpr (std::is_same_v<T, BfloatBits>) {
    return static_cast<double>(bfloatToFloat(stored.bits));
  } else if constexpr (std::is_same_v<T, BoolByte>) {
    return static_cast<std::int64_t>(stored.byte != 0);
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(stored);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<std::int64_t>(stored);
  } else {
    return Complex(stored);
  }
}

std::int64_t truncate(double value) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  const bool inRange = value >= -kLimit && value < kLimit;
  return inRange ? static_cast<std::int64_t>(value) : std::numeric_limits<std::int64_t>::min();
}

// A value in another domain's value type.
template <class V, class From>
V convert(From from) {
  if constexpr (std::is_same_v<V, From>) {
    return from;
  } else if constexpr (std::is_same_v<From, Complex>) {
    return convert<V>(from.real());
  } else if constexpr (std::is_same_v<V, std::int64_t>) {
    return truncate(from);
  } else {
    return V(static_cast<double>(from));
  }
}

template <class T, class V>
T narrow(V value) {
  if constexpr (std::is_same_v<T, BoolByte>) {
    return {static_cast<std::uint8_t>(value != V(0))};
  } else if constexpr (std::is_same_v<T, HalfBits>) {
    return {floatToHalf(convert<double>(value))};
  } else if constexpr (std::is_same_v<T, BfloatBits>) {
    return {floatToBfloat(convert<double>(value))};
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(convert<std::int64_t>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    if constexpr (std::is_same_v<V, Complex>) return static_cast<T>(value.real());
    else return static_cast<T>(value);
  } else {
    return T(convert<Complex>(value));
  }
}

template <class F>
void withStored(DType dtype, F f) {
  switch (dtype) {
    case DType::f64: return f(double{});
    case DType::f32: return f(float{});
    case DType::f16: return f(HalfBits{});
    case DType::bf16: return f(BfloatBits{});
    case DType::c128: return f(Complex{});
    case DType::c64: return f(std::complex<float>{});
    case DType::i64: return f(std::int64_t{});
    case DType::i32: return f(std::int32_t{});
    case DType::i16: return f(std::int16_t{});
    case DType::i8: return f(std::int8_t{});
    case DType::u8: return f(std::uint8_t{});
    case DType::boolean: return f(BoolByte{});
  }
}

}  // namespace

template <class V>
void loadValues(const Tensor& tensor, std::int64_t begin, std::int64_t count, V* out) {
  withStored(tensor.dtype(), [&](auto tag) {
    const auto* stored = tensor.as<decltype(tag)>() + begin;
    for (std::int64_t i = 0; i < count; ++i) out[i] = convert<V>(widen(stored[i]));
  });
}

template <class V>
void storeValues(Tensor& tensor, std::int64_t begin, std::int64_t count, const V* values) {
  withStored(tensor.dtype(), [&](auto tag) {
    using T = decltype(tag);
    T* stored = tensor.mutableAs<T>() + begin;
    for (std::int64_t i = 0; i < count; ++i) stored[i] = narrow<T>(values[i]);
  });
}

template void loadValues(const Tensor&, std::int64_t, std::int64_t, double*);
template void loadValues(const Tensor&, std::int64_t, std::int64_t, std::int64_t*);
template void loadValues(const Tensor&, std::int64_t, std::int64_t, Complex*);
template void storeValues(Tensor&, std::int64_t, std::int64_t, const double*);
template void storeValues(Tensor&, std::int64_t, std::int64_t, const std::int64_t*);
template void storeValues(Tensor&, std::int64_t, std::int64_t, const Complex*);

}  // namespace mcc
