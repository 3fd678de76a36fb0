// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules for fused transformer layers, and quantisation per token and group.
#include "tests/passes/decompose/aten_case.h"

namespace mcc::test {
namespace {

constexpr DType kF32 = DType::f32;

// Identity projections of two heads; the second key is hidden.
AtenCase attentionCase() {
  const Attributes arguments = {
      {"query", Operand{0}}, {"key", Operand{0}}, {"value", Operand{0}}, {"embed_dim", 2},
      {"num_head", 2}, {"qkv_weight", Operand{1}}, {"qkv_bias", Operand{2}},
      {"proj_weight", Operand{3}}, {"proj_bias", Operand{4}}, {"mask", Operand{5}},
      {"need_weights", false}, {"mask_type", 1}};
  return {"aten._native_multi_head_attention.default", {}, arguments,
          {typeOf(kF32, {Dim(1), Dim(2), Dim(2)}), typeOf(kF32, {Dim(0)})}};
}

TEST_CASE("multi-head attention hides the keys that its mask marks") {
  const Tensor x = literal(kF32, {1, 2, 2}, {1, 2, 3, 4});
  const Tensor stacked = literal(kF32, {6, 2}, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
  const Tensor bias(kF32, {6});
  const Tensor out = literal(kF32, {2, 2}, {10, 0, 0, 100});
  const Tensor outBias = literal(kF32, {2}, {0, 1});
  const Tensor mask = literal(DType::boolean, {1, 2}, {0, 1});
  const std::vector<Tensor> inputs = {x, stacked, bias, out, outBias, mask};
  AtenCase c = attentionCase();
  for (const Tensor& input : inputs) c.inputs.push_back(input.type());
  Module module = moduleOf(c);
  module.graph.outputs.pop_back();  // the weights, which nobody reads
  module.outputs.pop_back();
  Diagnostics diagnostics;
  decompose(module, diagnostics);
  REQUIRE(!diagnostics.hasErrors());
  Bindings bindings;
  checkValues(evaluateGraph(module.graph, inputs, bindings)[0], {1, 2, 2}, {10, 201, 10, 201});
  CHECK(errorOf(c).find("reads result 1") != std::string::npos);
}

// The layer with all projections zero but the last bias, (3, 0).
Tensor encoderLayer(bool normFirst) {
  const Tensor x = literal(kF32, {1, 1, 2}, {1, -1});
  const Tensor w6(kF32, {6, 2});
  const Tensor b6(kF32, {6});
  const Tensor w2(kF32, {2, 2});
  const Tensor zero(kF32, {2});
  const Tensor one = literal(kF32, {2}, {1, 1});
  const Tensor last = literal(kF32, {2}, {3, 0});
  const AtenCase c = {
      "aten._transformer_encoder_layer_fwd.default", {},
      {{"src", Operand{0}}, {"embed_dim", 2}, {"num_heads", 1}, {"qkv_weight", Operand{1}},
       {"qkv_bias", Operand{2}}, {"proj_weight", Operand{3}}, {"proj_bias", Operand{4}},
       {"use_gelu", true}, {"norm_first", normFirst}, {"eps", 0.0}, {"norm_weight_1", Operand{5}},
       {"norm_bias_1", Operand{4}}, {"norm_weight_2", Operand{5}}, {"norm_bias_2", Operand{4}},
       {"ffn_weight_1", Operand{3}}, {"ffn_bias_1", Operand{4}}, {"ffn_weight_2", Operand{3}},
       {"ffn_bias_2", Operand{6}}},
      {x.type()}};
  return runCase(c, {x, w6, b6, w2, zero, one, last})[0];
}

TEST_CASE("a transformer layer normalises before or after its parts") {
  checkValues(encoderLayer(true), {1, 1, 2}, {4, -1});
  checkValues(encoderLayer(false), {1, 1, 2}, {1, -1});
}

TEST_CASE("weight_norm scales slices to their lengths") {
  const Tensor v = literal(kF32, {2, 2}, {3, 4, 0, 2});
  const Tensor g = literal(kF32, {2, 1}, {10, 1});
  const AtenCase c = {"aten._weight_norm_interface.default", {},
                      {{"v", Operand{0}}, {"g", Operand{1}}, {"dim", 0}},
                      {v.type(), g.type()}};
  const std::vector<Tensor> out = runCase(c, {v, g});
  checkValues(out[0], {2, 2}, {6, 8, 0, 1});
  checkValues(out[1], {2, 1}, {5, 2});
}

TEST_CASE("asymmetric parameters per token come from the end with the smaller error") {
  const Tensor x = literal(kF32, {2, 2}, {-1, 254, 0, 0});
  const AtenCase c = {"quantized_decomposed.choose_qparams_per_token_asymmetric.default", {},
                      {{"input", Operand{0}}, {"dtype", DType::i8}},
                      {typeOf(DType::f64, {Dim(2), Dim(1)}), typeOf(DType::i64, {Dim(2), Dim(1)})}};
  const std::vector<Tensor> out = runCase(c, {x});
  checkValues(out[0], {2, 1}, {1, std::ldexp(1.0, -23)});
  checkValues(out[1], {2, 1}, {-127, 127});
}

TEST_CASE("groups along rows are quantised and restored") {
  const Tensor x = literal(kF32, {1, 4}, {1.5, -2, 30, 41});
  const Tensor scale = literal(kF32, {1, 2}, {0.5, 10});
  const Tensor zero = literal(DType::i32, {1, 2}, {1, 0});
  Attributes arguments = {{"input", Operand{0}}, {"scales", Operand{1}},
                          {"zero_points", Operand{2}}, {"quant_min", -8}, {"quant_max", 7},
                          {"dtype", DType::i8}, {"group_size", 2}};
  const Tensor q = runCase({"quantized_decomposed.quantize_per_channel_group.default", {},
                            arguments, {typeOf(DType::i8, {Dim(1), Dim(4)})}}, {x, scale, zero})[0];
  checkValues(q, {1, 4}, {4, -3, 3, 4});
  arguments.set("output_dtype", kF32);
  const Tensor back = runCase({"quantized_decomposed.dequantize_per_channel_group.default", {},
                               arguments, {x.type()}}, {q, scale, zero})[0];
  checkValues(back, {1, 4}, {1.5, -2, 30, 40});
}

}  // namespace
}  // namespace mcc::test
