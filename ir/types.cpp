// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of element types and text of tensor types.
#include "ir/types.h"

#include <algorithm>
#include <array>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

struct Row {
  const char* name;
  std::int64_t bytes;
  const char* cpp;
  Domain domain;
  std::int64_t scalarType;
};

constexpr Row kRows[] = {
#define MCC_DTYPE(name, bytes, cpp, domain, scalarType) \
  {#name, bytes, cpp, Domain::domain, scalarType},
#include "ir/dtypes.def"
#undef MCC_DTYPE
};

const Row& row(DType dtype) { return kRows[static_cast<std::size_t>(dtype)]; }

template <class Predicate>
std::optional<DType> find(Predicate predicate) {
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    if (predicate(static_cast<DType>(i))) return static_cast<DType>(i);
  }
  return std::nullopt;
}

}  // namespace

const char* name(DType dtype) { return dtype == DType::boolean ? "bool" : row(dtype).name; }
const char* cppType(DType dtype) { return row(dtype).cpp; }
std::int64_t byteSize(DType dtype) { return row(dtype).bytes; }
Domain domain(DType dtype) { return row(dtype).domain; }

std::optional<DType> dtypeFromName(const std::string& wanted) {
  return find([&](DType dtype) { return wanted == name(dtype); });
}

std::optional<DType> dtypeFromScalarType(std::int64_t scalarType) {
  return find([&](DType dtype) { return scalarType == row(dtype).scalarType; });
}

const Dim& TensorType::dim(std::int64_t axis) const {
  return shape[static_cast<std::size_t>(normalizeAxis(axis, rank()))];
}

bool TensorType::isStatic() const {
  return std::all_of(shape.begin(), shape.end(), [](const Dim& d) { return d.isConstant(); });
}

std::string text(const TensorType& type) { return name(type.dtype) + text(type.shape); }

std::int64_t normalizeAxis(std::int64_t axis, std::int64_t rank) {
  const std::int64_t range = std::max<std::int64_t>(rank, 1);
  if (axis < -range || axis >= range) {
    throw Error("dimension " + std::to_string(axis) + " is out of range for a tensor of rank " +
                std::to_string(rank));
  }
  return axis < 0 ? axis + range : axis;
}

}  // namespace mcc
