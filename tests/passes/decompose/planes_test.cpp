// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules for images and sequences: convolution, pooling, padding, folding, resizing.
#include "tests/passes/decompose/aten_case.h"

namespace mcc::test {
namespace {

constexpr DType kF32 = DType::f32;
using Ints = std::vector<std::int64_t>;

TEST_CASE("conv1d with padding 'same' puts the odd element at the end") {
  const Tensor x = counting(kF32, {1, 1, 4});
  const Tensor w = literal(kF32, {1, 1, 2}, {1, 10});
  const AtenCase c = {"aten.conv1d.padding", {},
                      {{"input", Operand{0}}, {"weight", Operand{1}}, {"padding", "same"}},
                      {typeOf(kF32, {Dim(1), Dim(1), Dim(4)})}};
  checkValues(runCase(c, {x, w})[0], {1, 1, 4}, {10, 21, 32, 3});
}

TEST_CASE("conv2d takes images without a batch and one number for both dimensions") {
  const Tensor x = counting(kF32, {1, 3, 3});
  const Tensor w = literal(kF32, {2, 1, 2, 2}, {1, 0, 0, 0, 0, 0, 0, 1});
  const Tensor bias = literal(kF32, {2}, {0, 100});
  const AtenCase c = {"aten.conv2d.default", {},
                      {{"input", Operand{0}}, {"weight", Operand{1}}, {"bias", Operand{2}},
                       {"stride", 1}}, {typeOf(kF32, {Dim(2), Dim(2), Dim(2)})}};
  checkValues(runCase(c, {x, w, bias})[0], {2, 2, 2}, {0, 1, 3, 4, 104, 105, 107, 108});
}

TEST_CASE("transposed convolution spreads elements") {
  const Tensor x = literal(kF32, {1, 1, 2}, {1, 10});
  const Tensor w = literal(kF32, {1, 1, 2}, {1, 2});
  const AtenCase c = {"aten.convolution.default", {},
                      {{"input", Operand{0}}, {"weight", Operand{1}}, {"bias", Attribute()},
                       {"stride", Ints{3}}, {"padding", Ints{0}}, {"dilation", Ints{1}},
                       {"transposed", true}, {"output_padding", Ints{1}}, {"groups", 1}},
                      {typeOf(kF32, {Dim(1), Dim(1), Dim(6)})}};
  checkValues(runCase(c, {x, w})[0], {1, 1, 6}, {1, 2, 0, 10, 20, 0});
}

AtenCase pool(Dim size, Dim out, bool ceil) {
  return {"aten.max_pool1d.default", {typeOf(kF32, {Dim(1), Dim(1), size})},
          {{"self", Operand{0}}, {"kernel_size", Ints{2}}, {"stride", Ints{3}},
           {"padding", Ints{1}}, {"ceil_mode", ceil}},
          {typeOf(kF32, {Dim(1), Dim(1), out})}};
}

TEST_CASE("ceil_mode adds windows that reach over the end but not those that begin there") {
  // Windows begin at -1, 2, 5, ...
  checkValues(runCase(pool(5, 2, false), {counting(kF32, {1, 1, 5})})[0], {1, 1, 2}, {0, 3});
  checkValues(runCase(pool(5, 2, true), {counting(kF32, {1, 1, 5})})[0], {1, 1, 2}, {0, 3});
  checkValues(runCase(pool(6, 3, true), {counting(kF32, {1, 1, 6})})[0], {1, 1, 3}, {0, 3, 5});
}

TEST_CASE("ceil_mode of a size that is known only at run time") {
  const Dim s = Dim::symbol("s");
  const AtenCase c = pool(s, Dim::symbol("out"), true);
  checkValues(runCase(c, {counting(kF32, {1, 1, 5})}, {{"s", 5}})[0], {1, 1, 2}, {0, 3});
  checkValues(runCase(c, {counting(kF32, {1, 1, 6})}, {{"s", 6}})[0], {1, 1, 3}, {0, 3, 5});
}

TEST_CASE("avg_pool2d leaves padding out of the count when asked to") {
  const Tensor x = counting(kF32, {1, 2, 2});
  const AtenCase c = {"aten.avg_pool2d.default", {},
                      {{"self", Operand{0}}, {"kernel_size", Ints{2}}, {"stride", Ints{}},
                       {"padding", Ints{1}}, {"count_include_pad", false}},
                      {typeOf(kF32, {Dim(1), Dim(2), Dim(2)})}};
  checkValues(runCase(c, {x})[0], {1, 2, 2}, {0, 1, 2, 3});
}

TEST_CASE("max_unpool2d puts elements back") {
  const Tensor x = literal(kF32, {1, 1, 1, 2}, {5, 7});
  const Tensor at = literal(DType::i64, {1, 1, 1, 2}, {3, 4});
  const AtenCase c = {"aten.max_unpool2d.default", {},
                      {{"self", Operand{0}}, {"indices", Operand{1}}, {"output_size", Ints{2, 3}}},
                      {typeOf(kF32, {Dim(1), Dim(1), Dim(2), Dim(3)})}};
  checkValues(runCase(c, {x, at})[0], {1, 1, 2, 3}, {0, 0, 0, 5, 7, 0});
}

Tensor padded(const Ints& amounts, const char* mode, std::int64_t size) {
  const AtenCase c = {"aten.pad.default", {},
                      {{"self", Operand{0}}, {"pad", amounts}, {"mode", mode}},
                      {typeOf(kF32, {Dim(1), Dim(size)})}};
  return runCase(c, {literal(kF32, {1, 3}, {1, 2, 3})})[0];
}

TEST_CASE("padding, and cropping by negative amounts") {
  checkValues(padded({2, -1}, "constant", 4), {1, 4}, {0, 0, 1, 2});
  checkValues(padded({2, 0}, "reflect", 5), {1, 5}, {3, 2, 1, 2, 3});
  checkValues(padded({1, 1}, "circular", 5), {1, 5}, {3, 1, 2, 3, 1});
  checkValues(padded({-3, 4}, "replicate", 4), {1, 4}, {3, 3, 3, 3});  // pads before it crops
}

TEST_CASE("fold adds up what unfold laid side by side") {
  const Tensor x = literal(kF32, {1, 1, 2, 2}, {1, 2, 3, 4});
  const Attributes windows = {{"self", Operand{0}}, {"kernel_size", Ints{2, 2}},
                              {"dilation", Ints{1, 1}}, {"padding", Ints{1, 1}},
                              {"stride", Ints{1, 1}}};
  const Tensor columns = runCase({"aten.im2col.default", {}, windows,
                                  {typeOf(kF32, {Dim(1), Dim(4), Dim(9)})}}, {x})[0];
  checkValues(columns, {1, 4, 9}, {0, 0, 0, 0, 1, 2, 0, 3, 4, 0, 0, 0, 1, 2, 0, 3, 4, 0,
                                   0, 1, 2, 0, 3, 4, 0, 0, 0, 1, 2, 0, 3, 4, 0, 0, 0, 0});
  Attributes back = windows;
  back.set("output_size", Ints{2, 2});
  checkValues(runCase({"aten.col2im.default", {}, back,
                       {typeOf(kF32, {Dim(1), Dim(1), Dim(2), Dim(2)})}}, {columns})[0],
              {1, 1, 2, 2}, {4, 8, 12, 16});  // every element is in four windows
}

TEST_CASE("upsampling by factors of symbolic sizes") {
  const Dim s = Dim::symbol("s");
  const AtenCase c = {"aten.upsample_nearest1d.vec", {typeOf(kF32, {Dim(1), Dim(1), s})},
                      {{"input", Operand{0}}, {"output_size", Attribute()},
                       {"scale_factors", std::vector<double>{1.5}}},
                      {typeOf(kF32, {Dim(1), Dim(1), Dim::symbol("t")})}};
  checkValues(runCase(c, {counting(kF32, {1, 1, 3})}, {{"s", 3}})[0], {1, 1, 4}, {0, 0, 1, 2});
}

TEST_CASE("pixel_shuffle and its inverse") {
  const Tensor x = counting(kF32, {4, 1, 2});
  const Tensor y = runCase({"aten.pixel_shuffle.default", {},
                            {{"self", Operand{0}}, {"upscale_factor", 2}},
                            {typeOf(kF32, {Dim(1), Dim(2), Dim(4)})}}, {x})[0];
  checkValues(y, {1, 2, 4}, {0, 2, 1, 3, 4, 6, 5, 7});
  checkValues(runCase({"aten.pixel_unshuffle.default", {},
                       {{"self", Operand{0}}, {"downscale_factor", 2}},
                       {typeOf(kF32, {Dim(4), Dim(1), Dim(2)})}}, {y})[0],
              {4, 1, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("messages name what is wrong with an image operator") {
  const TensorType x = typeOf(kF32, {Dim(3), Dim(4)});
  CHECK(errorOf({"aten.max_pool2d.default", {x},
                 {{"self", Operand{0}}, {"kernel_size", Ints{2, 2}}}, {x}}) ==
        "aten.max_pool2d.default: an input of shape [3, 4] needs 3 or 4 dimensions");
  CHECK(errorOf({"aten.pad.default", {x},
                 {{"self", Operand{0}}, {"pad", Ints{0, -5}}}, {x}}) ==
        "aten.pad.default: padding [0, -5] crops more than there is");
}

}  // namespace
}  // namespace mcc::test
