// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of nodes with regions.
#pragma once
#include <vector>

#include "ir/op_def.h"

namespace mcc {

// Error unless region `index` takes values of these types.
void requireRegionInputs(const OpView& view, std::size_t index,
                         const std::vector<TensorType>& types);
// Types of what region `index` returns.
std::vector<TensorType> regionOutputs(const OpView& view, std::size_t index);

// Same dtype and shapes that can be equal.
bool canBeSame(const OpView& view, const TensorType& a, const TensorType& b);
// Error "<operator>: <what> have types ..." unless canBeSame.
void requireSame(const OpView& view, const std::string& what, const TensorType& a,
                 const TensorType& b);

// Types of operands [first, first + count).
std::vector<TensorType> operandTypes(const OpView& view, std::size_t first, std::size_t count);

// A count attribute, in [0, limit].
std::size_t countOf(const OpView& view, const std::string& name, std::size_t limit);

}  // namespace mcc
