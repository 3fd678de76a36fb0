// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor: concrete data, for constants and for the evaluator. Dense and row-major.
#pragma once
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/types.h"

namespace mcc {

using Sizes = std::vector<std::int64_t>;

// Bytes of a tensor; may point into a mapped file that `owner` keeps alive.
class Tensor {
 public:
  Tensor() = default;
  Tensor(DType dtype, Sizes shape);  // zero-filled; Error when the size leaves int64 or 2^40 bytes
  // Takes no copy: `bytes` must live as long as `owner` and hold byteSize() bytes.
  static Tensor view(DType dtype, Sizes shape, const std::byte* bytes,
                     std::shared_ptr<const void> owner);

  DType dtype() const { return dtype_; }
  const Sizes& shape() const { return shape_; }
  std::int64_t rank() const { return static_cast<std::int64_t>(shape_.size()); }
  std::int64_t dim(std::int64_t axis) const { return shape_[static_cast<std::size_t>(axis)]; }
  std::int64_t size() const { return count_; }  // number of elements
  std::int64_t bytes() const { return count_ * byteSize(dtype_); }
  TensorType type() const;

  const std::byte* data() const { return data_; }
  std::byte* mutableData();  // copies first when the bytes are shared or not owned

  template <class T>
  const T* as() const { return reinterpret_cast<const T*>(data_); }
  template <class T>
  T* mutableAs() { return reinterpret_cast<T*>(mutableData()); }

  // Element access with conversion by C++ rules for the domain; f16 and bf16 round to nearest even.
  double real(std::int64_t i) const;
  std::int64_t integer(std::int64_t i) const;  // floats truncate; saturating
  std::complex<double> complex(std::int64_t i) const;
  void setReal(std::int64_t i, double value);
  void setInteger(std::int64_t i, std::int64_t value);  // wraps to the width of the type
  void setComplex(std::int64_t i, std::complex<double> value);

  Tensor reshaped(Sizes shape) const;  // shares bytes; same element count
  std::string contentHash() const;     // 16 hex digits of dtype, shape and bytes; stable

 private:
  DType dtype_ = DType::f32;
  Sizes shape_;
  std::int64_t count_ = 0;
  const std::byte* data_ = nullptr;
  std::shared_ptr<const void> owner_;
  bool owned_ = false;
};

using TensorRef = std::shared_ptr<const Tensor>;

// Row-major strides in elements.
Sizes stridesOf(const Sizes& shape);
// Calls visit(index) for every multi-index of `shape` in row-major order.
template <class Visit>
void forEachIndex(const Sizes& shape, Visit visit) {
  std::int64_t count = 1;
  for (const std::int64_t s : shape) count *= s;
  Sizes index(shape.size(), 0);
  for (std::int64_t n = 0; n < count; ++n) {
    visit(static_cast<const Sizes&>(index));
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
}

// Conversions of half-precision bit patterns.
float halfToFloat(std::uint16_t bits);
std::uint16_t floatToHalf(double value);
float bfloatToFloat(std::uint16_t bits);
std::uint16_t floatToBfloat(double value);

}  // namespace mcc
