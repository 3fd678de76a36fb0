// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of operators whose definition and lowering are too long for one file.
#pragma once
#include "ir/lowering.h"

namespace mcc {

// InternalError for f16 and bf16, which widen-half has replaced before kernels compute with them.
void requireKernelType(DType dtype);

// The class a kernel combines elements with: set, add, mul, max, min or mean (which adds).
std::string combination(const std::string& reduce, DType dtype);

void lowerAttention(Lowering& lowering);
void lowerMatmul(Lowering& lowering);
void lowerConv(Lowering& lowering);
// Those with attribute dtype: integers that are summed in i32.
void lowerIntegerMatmul(Lowering& lowering);
void lowerIntegerConv(Lowering& lowering);
void lowerConvTranspose(Lowering& lowering);
void lowerResize(Lowering& lowering);
void lowerGridSample(Lowering& lowering);
void lowerReduce(Lowering& lowering);
void lowerArgExtreme(Lowering& lowering);
void lowerAdaptiveAvgPool(Lowering& lowering);
void lowerAdaptiveMaxPool(Lowering& lowering);
void lowerAvgPool(Lowering& lowering);
void lowerFft(Lowering& lowering);
void lowerGroupNorm(Lowering& lowering);
void lowerGru(Lowering& lowering);
void lowerIrfft(Lowering& lowering);
void lowerLayerNorm(Lowering& lowering);
void lowerLstm(Lowering& lowering);
void lowerMaxPool(Lowering& lowering);
void lowerRfft(Lowering& lowering);
void lowerRmsNorm(Lowering& lowering);
void lowerRnn(Lowering& lowering);
void lowerSoftmax(Lowering& lowering);
void lowerIndex(Lowering& lowering);
void lowerIndexPut(Lowering& lowering);
void lowerGather(Lowering& lowering);
void lowerAccumulate(Lowering& lowering);
void lowerAccumulateExtreme(Lowering& lowering);
void lowerSort(Lowering& lowering);
void lowerTopk(Lowering& lowering);
void lowerKthSmallest(Lowering& lowering);
void lowerNonzero(Lowering& lowering);
void lowerUnique(Lowering& lowering);
void lowerSearchsorted(Lowering& lowering);
void lowerScatter(Lowering& lowering);

}  // namespace mcc
