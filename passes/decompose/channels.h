// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between PyTorch's channels-first tensors and the channels-last ones of the core operators, and
// the arguments that operators over planes have in common.
#pragma once
#include <string>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

ValueId toChannelsLast(Builder& builder, ValueId x);   // [N, C, S...] -> [N, S..., C]
ValueId toChannelsFirst(Builder& builder, ValueId x);  // [N, S..., C] -> [N, C, S...]

// [C] -> [C, 1, ...]: broadcasts along dimension 1 of a channels-first tensor of this rank.
ValueId perChannel(Builder& builder, ValueId vector, std::int64_t rank);

// An int[n] argument, one entry per spatial dimension; a single number stands for all. Error for
// numbers beyond 2^31, with which sizes would overflow.
std::vector<std::int64_t> perDimension(const AtenCall& call, const std::string& name,
                                       std::size_t count);

// Runs `operation` on input with a batch dimension, added and taken away again when the input (of
// rank spatial + 1) has none.
template <class Operation>
void withBatch(AtenCall& call, ValueId input, std::int64_t spatial, Operation operation) {
  const bool isBatched = call.rank(input) == spatial + 2;
  if (!isBatched && call.rank(input) != spatial + 1) {
    throw Error(call.target() + ": an input of shape " + text(call.shape(input)) + " needs " +
                std::to_string(spatial + 1) + " or " + std::to_string(spatial + 2) + " dimensions");
  }
  std::vector<ValueId> results = operation(isBatched ? input : call.unsqueeze(input, 0));
  for (ValueId& result : results) {
    if (!isBatched) result = call.squeeze(result, 0);
  }
  call.results(std::move(results));
}

}  // namespace mcc
