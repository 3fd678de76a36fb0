// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel tables of the targets; rows of targets.def name them.
#pragma once
#include "ir/target.h"

namespace mcc {

std::span<const KernelRow> genericKernels();  // portable C++
std::span<const KernelRow> vectorKernels();   // any instruction set with a vector class

}  // namespace mcc
