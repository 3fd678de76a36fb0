// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types and tensor types.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/dim.h"

namespace mcc {

enum class DType : std::uint8_t {
#define MCC_DTYPE(name, bytes, cpp, domain, scalarType) name,
#include "ir/dtypes.def"
#undef MCC_DTYPE
};

// What arithmetic on an element type is done in.
enum class Domain : std::uint8_t { real, integer, boolean, complex };

const char* name(DType dtype);                // "f32"; boolean is "bool"
const char* cppType(DType dtype);             // "float"
std::int64_t byteSize(DType dtype);
Domain domain(DType dtype);
std::optional<DType> dtypeFromName(const std::string& name);
std::optional<DType> dtypeFromScalarType(std::int64_t scalarType);  // torch.export's numbering

inline bool isFloat(DType dtype) { return domain(dtype) == Domain::real; }
inline bool isInteger(DType dtype) { return domain(dtype) == Domain::integer; }
inline bool isComplex(DType dtype) { return domain(dtype) == Domain::complex; }

// real = scale[c] * (stored - zeroPoint[c]); one entry when per tensor (axis -1).
struct Quantization {
  std::vector<double> scale;
  std::vector<std::int64_t> zeroPoint;
  std::int64_t axis = -1;
  bool operator==(const Quantization&) const = default;
};

using Shape = std::vector<Dim>;

// Values are dense and row-major in the order of `shape`; there are no strides in the IR.
struct TensorType {
  DType dtype = DType::f32;
  Shape shape;
  std::optional<Quantization> quantization;

  std::int64_t rank() const { return static_cast<std::int64_t>(shape.size()); }
  const Dim& dim(std::int64_t axis) const;  // negative axes count from the end; checked
  Dim elementCount() const { return product(shape); }
  Dim bytes() const { return elementCount() * Dim(byteSize(dtype)); }
  bool isStatic() const;
  bool operator==(const TensorType&) const = default;
};

std::string text(const TensorType& type);  // "f32[1, 3, s0]"

// Axis in [0, rank), from one that may be negative; Error when out of range. A 0-d tensor accepts
// -1 and 0 (as PyTorch does) and gives 0.
std::int64_t normalizeAxis(std::int64_t axis, std::int64_t rank);

}  // namespace mcc
