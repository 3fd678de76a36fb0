// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel tables of the targets; rows of targets.def name them.
#pragma once
#include "ir/target.h"

namespace mcc {

std::span<const KernelRow> genericKernels();  // portable C++
std::span<const KernelRow> vectorKernels();   // any instruction set with a vector class
std::span<const KernelRow> avx2Kernels();
std::span<const KernelRow> neonKernels();

// Predicates of rows. A product of bytes: matmul and conv over i8 or u8 with constant weights of
// such a type and a zero point in -128..255, summed in i32; convolutions with more than a few
// columns per group, since tiles would be empty otherwise.
bool isProductOfBytes(const Graph& graph, const Node& node);

}  // namespace mcc
