// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of tensors, in matmul nodes.
#pragma once
#include <string>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

// torch.matmul: vectors, matrices and stacks of them, leading dimensions broadcast.
ValueId matrixProduct(Builder& builder, ValueId a, ValueId b);

// A tensor with a letter per dimension; equal letters mean the same index.
struct Labelled {
  ValueId value;
  std::string labels;
};

// Sums over letters that are not in `kept`, takes diagonals of letters that occur twice.
Labelled reduceLabels(Builder& builder, Labelled x, const std::string& kept);

// Product of two tensors over equal letters, summed over those that are not in `kept`. The result
// has the letters of `kept` that occur in either, in some order.
Labelled contract(Builder& builder, Labelled a, Labelled b, const std::string& kept);

// Dimensions put into the order of `labels`.
ValueId arrange(Builder& builder, const Labelled& x, const std::string& labels);

}  // namespace mcc
