// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rows of pointwise.def say, for passes and printers.
#pragma once
#include <cstddef>
#include <cstdint>

#include "ir/op.h"
#include "ir/types.h"

namespace mcc {

enum class PointwiseKind : std::uint8_t {
  arithmetic, real, analytic, ordered, compare, test, logical, bits, select, cast, parts, pair
};

// Precondition of all: isPointwise(op).
PointwiseKind pointwiseKind(Op op);
std::size_t pointwiseArity(Op op);
const char* pointwiseSpelling(Op op, DType operand);  // "$0 + $1"
bool hasVectorForm(Op op);  // the spelling works for F32 too

}  // namespace mcc
