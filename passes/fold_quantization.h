// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fold-quantization: what stands between dequantize and quantize computes with integers.
#pragma once
#include "ir/module.h"

namespace mcc {

// conv and matmul whose operand is dequantized per tensor and whose weights are constants
// dequantized per tensor or per output channel sum integers in i32, exactly. Behind a bias, relu
// and clamping, a quantize per tensor turns the sum into
//   clamp(round(fma(float(sum), s_x * s_w / s_y, bias / s_y)) + zero_y)
// in pointwise operators (round_fma) that later fuse with the product; without a quantize,
// float(sum) * (s_x * s_w) + bias takes the float product's place. Before a quantize, too:
//   avg_pool     sums likewise, s_x / count being the scale;
//   add, sub     round(fma(a - zero_a, s_a / s_y, (b - zero_b) * (s_b / s_y)));
//   mul          round(fma((a - zero_a) * (b - zero_b), s_a * s_b / s_y, 0)) of bytes.
// What could leave i32, and what has computed parameters, stays as it is.
void foldQuantization(Module& module);

}  // namespace mcc
