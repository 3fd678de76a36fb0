// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules for layers: normalisation, recurrent layers, embedding bags, dropout, Fourier transforms,
// quantisation, losses.
#include "tests/passes/decompose/aten_case.h"

namespace mcc::test {
namespace {

constexpr DType kF32 = DType::f32;
using Ints = std::vector<std::int64_t>;

Attributes batchNormArguments(bool training) {
  return {{"input", Operand{0}}, {"weight", Operand{1}}, {"bias", Operand{2}},
          {"running_mean", Operand{3}}, {"running_var", Operand{4}}, {"training", training},
          {"momentum", 0.25}, {"eps", 1.0}, {"cudnn_enabled", false}};
}

TEST_CASE("batch_norm at inference uses running, in training batch statistics") {
  const Tensor x = literal(kF32, {2, 1, 2}, {1, 2, 3, 6});  // mean 3, biased variance 3.5
  const Tensor weight = literal(kF32, {1}, {2});
  const Tensor bias = literal(kF32, {1}, {10});
  const Tensor mean = literal(kF32, {1}, {1});
  const Tensor variance = literal(kF32, {1}, {3});
  const TensorType type = x.type();
  const std::vector<Tensor> inputs = {x, weight, bias, mean, variance};
  checkValues(runCase({"aten.batch_norm.default", {}, batchNormArguments(false), {type}},
                      inputs)[0], {2, 1, 2}, {10, 11, 12, 15});
  const std::vector<Tensor> out =
      runCase({"aten.batch_norm.default", {}, batchNormArguments(true),
               {type, mean.type(), mean.type()}}, inputs);
  const double r = 2 / std::sqrt(4.5);
  checkValues(out[0], {2, 1, 2}, {10 - 2 * r, 10 - r, 10, 10 + 3 * r});
  checkValues(out[1], {1}, {0.75 * 1 + 0.25 * 3});
  checkValues(out[2], {1}, {0.75 * 3 + 0.25 * 14.0 / 3});
}

TEST_CASE("batch_norm in training does not lose running statistics silently") {
  const TensorType x = typeOf(kF32, {Dim(2), Dim(1), Dim(2)});
  const TensorType c = typeOf(kF32, {Dim(1)});
  CHECK(errorOf({"aten.batch_norm.default", {x, c, c, c, c}, batchNormArguments(true), {x}})
            .find("running statistics") != std::string::npos);
}

TEST_CASE("layer_norm's statistics keep the normalised dimensions") {
  const Tensor x = literal(kF32, {1, 2}, {1, 3});
  const std::vector<Tensor> out =
      runCase({"aten.native_layer_norm.default", {},
               {{"input", Operand{0}}, {"normalized_shape", Ints{2}}, {"weight", Attribute()},
                {"bias", Attribute()}, {"eps", 3.0}},
               {x.type(), typeOf(kF32, {Dim(1), Dim(1)}), typeOf(kF32, {Dim(1), Dim(1)})}}, {x});
  checkValues(out[0], {1, 2}, {-0.5, 0.5});
  checkValues(out[1], {1, 1}, {2});
  checkValues(out[2], {1, 1}, {0.5});
}

TEST_CASE("gru runs layers and directions one after the other") {
  // Zero weights: a step halves the state, whatever the input.
  const Tensor x(kF32, {2, 2, 3});  // batch first
  const Tensor h = literal(kF32, {4, 2, 1}, {8, 16, 32, 64, 80, 160, 320, 640});
  const Tensor wIh(kF32, {3, 3});
  const Tensor wide(kF32, {3, 2});
  const Tensor wHh(kF32, {3, 1});
  Attribute::List params;
  for (const std::uint32_t i : {2U, 4U, 2U, 4U, 3U, 4U, 3U, 4U}) params.emplace_back(Operand{i});
  const std::vector<Tensor> out =
      runCase({"aten.gru.input", {},
               {{"input", Operand{0}}, {"hx", Operand{1}}, {"params", params},
                {"has_biases", false}, {"num_layers", 2}, {"dropout", 0.0}, {"train", false},
                {"bidirectional", true}, {"batch_first", true}},
               {typeOf(kF32, {Dim(2), Dim(2), Dim(2)}), typeOf(kF32, {Dim(4), Dim(2), Dim(1)})}},
              {x, h, wIh, wide, wHh});
  checkValues(out[0], {2, 2, 2}, {40, 80, 20, 160, 80, 160, 40, 320});
  checkValues(out[1], {4, 2, 1}, {2, 4, 8, 16, 20, 40, 80, 160});
}

TEST_CASE("embedding_bag sums, averages and maximises, padding left out, empty bags 0") {
  const Tensor weight = literal(kF32, {3, 1}, {1, -2, 5});
  const Tensor indices = literal(DType::i64, {4}, {1, 1, 0, 2});
  const Tensor offsets = literal(DType::i64, {3}, {0, 2, 2});
  const TensorType other = typeOf(DType::i64, {Dim(3)});
  const auto bags = [&](std::int64_t mode, Attribute padding) {
    return runCase({"aten.embedding_bag.padding_idx", {},
                    {{"weight", Operand{0}}, {"indices", Operand{1}}, {"offsets", Operand{2}},
                     {"scale_grad_by_freq", false}, {"mode", mode}, {"sparse", false},
                     {"per_sample_weights", Attribute()}, {"include_last_offset", false},
                     {"padding_idx", padding}},
                    {typeOf(kF32, {Dim(3), Dim(1)})}}, {weight, indices, offsets})[0];
  };
  checkValues(bags(0, Attribute()), {3, 1}, {-4, 0, 6});
  checkValues(bags(1, Attribute()), {3, 1}, {-2, 0, 3});
  checkValues(bags(2, Attribute()), {3, 1}, {-2, 0, 5});
  checkValues(bags(1, 2), {3, 1}, {-2, 0, 1});
  checkValues(bags(2, 1), {3, 1}, {0, 0, 5});
}

TEST_CASE("dropout is the identity at inference and refused in training") {
  const Tensor x = literal(kF32, {2}, {1, 2});
  const auto settings = [](bool train) {
    return Attributes{{"input", Operand{0}}, {"p", 0.5}, {"train", train}};
  };
  checkValues(runCase({"aten.dropout.default", {}, settings(false), {x.type()}}, {x})[0], {2},
              {1, 2});
  CHECK(errorOf({"aten.dropout.default", {x.type()}, settings(true), {x.type()}}) ==
        "aten.dropout.default: dropout in training mode is random");
}

TEST_CASE("rfft scales by its norm and cuts or fills to n") {
  const Tensor x = literal(kF32, {3}, {1, 2, 3});
  const auto transform = [&](Attribute n, Attribute norm, std::int64_t size) {
    return runCase({"aten.fft_rfft.default", {},
                    {{"self", Operand{0}}, {"n", n}, {"dim", -1}, {"norm", norm}},
                    {typeOf(DType::c64, {Dim(size)})}}, {x})[0].complex(0).real();
  };
  CHECK(transform(Attribute(), Attribute(), 2) == doctest::Approx(6));
  CHECK(transform(Attribute(), "forward", 2) == doctest::Approx(2));
  CHECK(transform(Attribute(), "ortho", 2) == doctest::Approx(6 / std::sqrt(3.0)));
  CHECK(transform(2, Attribute(), 2) == doctest::Approx(3));
  CHECK(transform(9, Attribute(), 5) == doctest::Approx(6));
}

TEST_CASE("istft undoes stft") {
  const Tensor x = literal(kF32, {1, 8}, {1, -2, 3, 0, 5, -1, 2, 4});
  const Attributes frames = {{"self", Operand{0}}, {"n_fft", 4}, {"hop_length", 2}};
  Attributes forward = frames;
  forward.set("return_complex", true);
  const Tensor spectrum = runCase({"aten.stft.default", {}, forward,
                                   {typeOf(DType::c64, {Dim(1), Dim(3), Dim(3)})}}, {x})[0];
  CHECK(spectrum.complex(0).real() == doctest::Approx(2));  // 1 - 2 + 3 + 0
  CHECK(spectrum.complex(1).real() == doctest::Approx(7));  // 3 + 0 + 5 - 1
  Attributes back = frames;
  back.set("center", false);
  const Tensor y = runCase({"aten.istft.default", {}, back,
                            {typeOf(kF32, {Dim(1), Dim(8)})}}, {spectrum})[0];
  checkValues(y, {1, 8}, {1, -2, 3, 0, 5, -1, 2, 4});
}

TEST_CASE("torchao blocks: groups along rows and blocks of planes") {
  const Tensor q = counting(DType::i8, {2, 4});
  const Tensor scale = literal(kF32, {2, 2}, {1, 10, 100, 1000});
  const auto blocks = [&](Ints size, const Tensor& s) {
    return runCase({"torchao.dequantize_affine.default", {},
                    {{"input", Operand{0}}, {"block_size", size}, {"scale", Operand{1}},
                     {"zero_point", Attribute()}, {"input_dtype", DType::i8}},
                    {typeOf(kF32, {Dim(2), Dim(4)})}}, {q, s})[0];
  };
  checkValues(blocks({1, 2}, scale), {2, 4}, {0, 1, 20, 30, 400, 500, 6000, 7000});
  checkValues(blocks({2, 2}, literal(kF32, {1, 2}, {1, 10})), {2, 4}, {0, 1, 20, 30, 4, 5, 60, 70});
  checkValues(blocks({2, 4}, literal(kF32, {1}, {3})), {2, 4}, {0, 3, 6, 9, 12, 15, 18, 21});
}

TEST_CASE("cross entropy weighs classes, ignores targets and smooths labels") {
  const Tensor x = literal(kF32, {3, 2}, {0, 0, 1, 1, 5, 5});  // log 2 everywhere
  const Tensor target = literal(DType::i64, {3}, {0, 1, -100});
  const Tensor weight = literal(kF32, {2}, {1, 3});
  const auto loss = [&](std::int64_t reduction, double smoothing, Shape shape) {
    return runCase({"aten.cross_entropy_loss.default", {},
                    {{"self", Operand{0}}, {"target", Operand{1}}, {"weight", Operand{2}},
                     {"reduction", reduction}, {"label_smoothing", smoothing}},
                    {typeOf(kF32, shape)}}, {x, target, weight})[0];
  };
  const double l = std::log(2.0);
  checkValues(loss(0, 0, {Dim(3)}), {3}, {l, 3 * l, 0});
  checkValues(loss(1, 0, {}), {}, {l});
  checkValues(loss(2, 0, {}), {}, {4 * l});
  checkValues(loss(0, 0.5, {Dim(3)}), {3}, {0.5 * l + 0.25 * 4 * l, 1.5 * l + 0.25 * 4 * l, 0});
}

}  // namespace
}  // namespace mcc::test
