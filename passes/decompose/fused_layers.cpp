// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole transformer layers that PyTorch fuses for inference, taken apart again.
#include <cmath>

#include "passes/decompose/rule.h"

namespace mcc {
namespace {

ValueId linear(AtenCall& call, ValueId x, ValueId weight, ValueId bias) {
  return call.make(Op::matmul, {x, weight, bias}, {{"transpose_b", true}});
}

// Part `index` of three along dimension 0: the weights of query, key and value stand together.
ValueId third(AtenCall& call, ValueId stacked, std::int64_t index) {
  const auto rows = call.dim(stacked, 0).asConstant();
  if (!rows) call.unsupported("weights of a size that is not known when mcc runs");
  return call.slice(stacked, 0, Dim(*rows / 3 * index), Dim(*rows / 3));
}

// [B, T, E] -> [B, heads, T, E / heads].
ValueId splitHeads(AtenCall& call, ValueId x, std::int64_t heads) {
  const Dim width = floorDiv(call.dim(x, 2), Dim(heads));
  return call.transpose(call.reshape(x, {call.dim(x, 0), call.dim(x, 1), Dim(heads), width}), 1, 2);
}

ValueId joinHeads(AtenCall& call, ValueId x) {
  const ValueId rows = call.transpose(x, 1, 2);
  return call.reshape(rows, {call.dim(x, 0), call.dim(x, 2), call.dim(x, 1) * call.dim(x, 3)});
}

// True hides a key. mask_type 0: [T, S], 1: keys of padding [B, S], 2: [B, heads, T, S].
ValueId visible(AtenCall& call) {
  ValueId mask = call.optionalTensor("mask");
  if (!mask.valid()) return {};
  if (call.dtype(mask) != DType::boolean) call.unsupported("a mask that is not bool");
  const std::int64_t type = call.isNone("mask_type") ? -1 : call.integer("mask_type");
  if (type == 1) {
    mask = call.reshape(mask, {call.dim(mask, 0), Dim(1), Dim(1), call.dim(mask, 1)});
  } else if (type != 0 && type != 2) {
    call.unsupported("mask_type " + std::to_string(type));
  }
  return call.unary(Op::logical_not, mask);
}

// Attention with its projections; x serves as query, key and value where these are one tensor.
ValueId attend(AtenCall& call, const std::vector<ValueId>& sources, std::int64_t heads) {
  const ValueId weight = call.tensor("qkv_weight");
  const ValueId bias = call.tensor("qkv_bias");
  std::vector<ValueId> parts;
  for (std::int64_t i = 0; i < 3; ++i) {
    const ValueId w = third(call, weight, i);
    const ValueId b = third(call, bias, i);
    const ValueId projected = linear(call, sources[static_cast<std::size_t>(i)], w, b);
    parts.push_back(splitHeads(call, projected, heads));
  }
  const auto width = call.dim(parts[0], 3).asConstant();
  if (!width) call.unsupported("heads of a size that is not known when mcc runs");
  parts.push_back(visible(call));
  const double scale = 1 / std::sqrt(static_cast<double>(*width));
  const ValueId mixed = call.make(Op::attention, parts, {{"scale", scale}, {"causal", false}});
  return linear(call, joinHeads(call, mixed), call.tensor("proj_weight"), call.tensor("proj_bias"));
}

void multiHeadAttention(AtenCall& call) {
  if (call.boolean("need_weights")) call.unsupported("need_weights");
  const std::vector<ValueId> sources = {call.tensor("query"), call.tensor("key"),
                                        call.tensor("value")};
  call.results({attend(call, sources, call.integer("num_head")), ValueId{}});
}

ValueId norm(AtenCall& call, ValueId x, const std::string& number) {
  return call.make(Op::layer_norm,
                   {x, call.tensor("norm_weight_" + number), call.tensor("norm_bias_" + number)},
                   {{"axes", 1}, {"eps", call.real("eps")}});
}

// x * (1 + erf(x / sqrt 2)) / 2.
ValueId gelu(AtenCall& call, ValueId x) {
  const ValueId bent = call.unary(Op::erf, call.binary(Op::mul, x, std::sqrt(0.5)));
  return call.mul(x, call.binary(Op::mul, call.binary(Op::add, bent, 1.0), 0.5));
}

ValueId feedForward(AtenCall& call, ValueId x) {
  const ValueId wide = linear(call, x, call.tensor("ffn_weight_1"), call.tensor("ffn_bias_1"));
  const ValueId bent = call.boolean("use_gelu") ? gelu(call, wide) : call.unary(Op::relu, wide);
  return linear(call, bent, call.tensor("ffn_weight_2"), call.tensor("ffn_bias_2"));
}

void encoderLayer(AtenCall& call) {
  const bool normFirst = call.boolean("norm_first");
  const ValueId x = call.tensor("src");
  const ValueId in = normFirst ? norm(call, x, "1") : x;
  ValueId y = call.add(x, attend(call, {in, in, in}, call.integer("num_heads")));
  if (!normFirst) y = norm(call, y, "1");
  const ValueId middle = normFirst ? norm(call, y, "2") : y;
  y = call.add(y, feedForward(call, middle));
  call.result(normFirst ? y : norm(call, y, "2"));
}

constexpr Rule kFusedLayersRules[] = {
    {"aten._native_multi_head_attention.default", multiHeadAttention},
    {"aten._transformer_encoder_layer_fwd.default", encoderLayer},
};

}  // namespace

std::span<const Rule> fused_layersRules();
std::span<const Rule> fused_layersRules() {
  return kFusedLayersRules;
}

}  // namespace mcc
