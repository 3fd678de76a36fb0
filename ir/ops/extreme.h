// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running maximum with its position, as max pooling defines it: the first of equal elements, NaN
// wins (of several NaNs the last, as PyTorch does).
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ir/tensor.h"

namespace mcc {

template <class T>
struct Extreme {
  T value;
  std::int64_t index = -1;  // none yet

  void offer(T candidate, std::int64_t at) {
    const bool isNan = std::is_floating_point_v<T> && candidate != candidate;
    if (index >= 0 && !(candidate > value) && !isNan) return;
    value = candidate;
    index = at;
  }
};

// What an empty window gives: the lowest value of the type, index 0.
template <class T>
Extreme<T> lowestOf(DType dtype) {
  if constexpr (std::is_floating_point_v<T>) {
    return {-std::numeric_limits<T>::infinity()};
  } else {
    const auto bits = static_cast<unsigned>(byteSize(dtype) * 8);
    return {dtype == DType::u8 ? T{0} : -(T{1} << (bits - 2)) * 2};
  }
}

template <class T>
T extremeElement(const Tensor& tensor, std::int64_t i) {
  if constexpr (std::is_floating_point_v<T>) {
    return tensor.real(i);
  } else {
    return tensor.integer(i);
  }
}

template <class T>
void setExtreme(Tensor& values, Tensor& indices, std::int64_t i, const Extreme<T>& extreme) {
  if constexpr (std::is_floating_point_v<T>) {
    values.setReal(i, extreme.value);
  } else {
    values.setInteger(i, extreme.value);
  }
  indices.setInteger(i, extreme.index < 0 ? 0 : extreme.index);
}

}  // namespace mcc
