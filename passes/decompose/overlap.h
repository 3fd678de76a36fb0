// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding up pieces that overlap: fold, istft.
#pragma once
#include <utility>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

// i64 [product of counts]: sum of index * step over nested loops, the first one outermost.
ValueId positionSums(Builder& builder, const std::vector<std::pair<Dim, Dim>>& countsAndSteps);

// parts [N, M], positions i64 [M] -> [N, size]: each element added at its position.
ValueId addAtPositions(Builder& builder, ValueId parts, ValueId positions, const Dim& size);

}  // namespace mcc
