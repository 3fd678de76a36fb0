// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Storage, element access and hashing of tensors.
#include "ir/tensor.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

constexpr std::int64_t kMaxBytes = std::int64_t{1} << 40;

std::int64_t checkedCount(const Sizes& shape, std::int64_t elementBytes) {
  std::int64_t count = 1;
  bool empty = false;
  for (const std::int64_t size : shape) {
    if (size < 0) throw Error("negative tensor size " + std::to_string(size));
    if (size == 0) empty = true;
    if (size > 0 && count > kMaxBytes / elementBytes / size) {
      throw Error("a tensor of more than 2^40 bytes");
    }
    if (size > 0) count *= size;
  }
  return empty ? 0 : count;
}

template <class T>
T loadAs(const std::byte* data, std::int64_t i) {
  T value;
  std::memcpy(&value, data + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
  return value;
}

template <class T>
void storeAs(std::byte* data, std::int64_t i, T value) {
  std::memcpy(data + i * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
}

}  // namespace

Tensor::Tensor(DType dtype, Sizes shape)
    : dtype_(dtype), shape_(std::move(shape)), count_(checkedCount(shape_, byteSize(dtype))) {
  auto buffer = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(bytes()));
  data_ = buffer->data();
  owner_ = std::move(buffer);
  owned_ = true;
}

Tensor Tensor::view(DType dtype, Sizes shape, const std::byte* bytes,
                    std::shared_ptr<const void> owner) {
  Tensor tensor;
  tensor.count_ = checkedCount(shape, byteSize(dtype));
  tensor.dtype_ = dtype;
  tensor.shape_ = std::move(shape);
  tensor.data_ = bytes;
  tensor.owner_ = std::move(owner);
  return tensor;
}

TensorType Tensor::type() const {
  return {dtype_, Shape(shape_.begin(), shape_.end()), std::nullopt};
}

std::byte* Tensor::mutableData() {
  if (!owned_ || owner_.use_count() > 1) {
    auto copy = std::make_shared<std::vector<std::byte>>(data_, data_ + bytes());
    data_ = copy->data();
    owner_ = std::move(copy);
    owned_ = true;
  }
  return const_cast<std::byte*>(data_);
}

std::complex<double> Tensor::complex(std::int64_t i) const {
  if (dtype_ == DType::c64) return std::complex<double>(loadAs<std::complex<float>>(data_, i));
  if (dtype_ == DType::c128) return loadAs<std::complex<double>>(data_, i);
  return real(i);
}

double Tensor::real(std::int64_t i) const {
  switch (dtype_) {
    case DType::f64: return loadAs<double>(data_, i);
    case DType::f32: return static_cast<double>(loadAs<float>(data_, i));
    case DType::f16: return static_cast<double>(halfToFloat(loadAs<std::uint16_t>(data_, i)));
    case DType::bf16: return static_cast<double>(bfloatToFloat(loadAs<std::uint16_t>(data_, i)));
    case DType::c64:
    case DType::c128: return complex(i).real();
    default: return static_cast<double>(integer(i));
  }
}

std::int64_t Tensor::integer(std::int64_t i) const {
  switch (dtype_) {
    case DType::i64: return loadAs<std::int64_t>(data_, i);
    case DType::i32: return loadAs<std::int32_t>(data_, i);
    case DType::i16: return loadAs<std::int16_t>(data_, i);
    case DType::i8: return loadAs<std::int8_t>(data_, i);
    case DType::u8: return loadAs<std::uint8_t>(data_, i);
    case DType::boolean: return loadAs<std::uint8_t>(data_, i) != 0;
    default: break;
  }
  const double value = real(i);
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (!(value >= -kLimit && value < kLimit)) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

void Tensor::setComplex(std::int64_t i, std::complex<double> value) {
  if (dtype_ == DType::c128) return storeAs(mutableData(), i, value);
  if (dtype_ == DType::c64) return storeAs(mutableData(), i, std::complex<float>(value));
  setReal(i, value.real());
}

void Tensor::setReal(std::int64_t i, double value) {
  std::byte* data = mutableData();
  switch (dtype_) {
    case DType::f64: return storeAs(data, i, value);
    case DType::f32: return storeAs(data, i, static_cast<float>(value));
    case DType::f16: return storeAs(data, i, floatToHalf(value));
    case DType::bf16: return storeAs(data, i, floatToBfloat(value));
    case DType::c64:
    case DType::c128: return setComplex(i, value);
    case DType::boolean: return storeAs(data, i, static_cast<std::uint8_t>(value != 0));
    default: break;
  }
  constexpr double kLimit = 9223372036854775808.0;
  const bool inRange = value >= -kLimit && value < kLimit;
  setInteger(i, inRange ? static_cast<std::int64_t>(value)
                        : std::numeric_limits<std::int64_t>::min());
}

void Tensor::setInteger(std::int64_t i, std::int64_t value) {
  std::byte* data = mutableData();
  switch (dtype_) {
    case DType::i64: return storeAs(data, i, value);
    case DType::i32: return storeAs(data, i, static_cast<std::int32_t>(value));
    case DType::i16: return storeAs(data, i, static_cast<std::int16_t>(value));
    case DType::i8: return storeAs(data, i, static_cast<std::int8_t>(value));
    case DType::u8: return storeAs(data, i, static_cast<std::uint8_t>(value));
    case DType::boolean: return storeAs(data, i, static_cast<std::uint8_t>(value != 0));
    case DType::f32: return storeAs(data, i, static_cast<float>(value));
    default: return setReal(i, static_cast<double>(value));
  }
}

Tensor Tensor::reshaped(Sizes shape) const {
  if (checkedCount(shape, byteSize(dtype_)) != count_) {
    throw Error("reshape changes the number of elements");
  }
  Tensor copy = *this;
  copy.shape_ = std::move(shape);
  return copy;
}

Sizes stridesOf(const Sizes& shape) {
  Sizes strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

}  // namespace mcc
