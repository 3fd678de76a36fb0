// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// conv and conv_transpose against loops over every pair of elements.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

struct Geometry {
  Sizes stride, dilation, low, high;
  std::int64_t groups = 1;
  Sizes outputPadding = {};

  Attributes attributes() const {
    Attributes a{{"stride", stride}, {"dilation", dilation}, {"pad_low", low},
                 {"pad_high", high}, {"groups", groups}};
    if (!outputPadding.empty()) a.set("output_padding", outputPadding);
    return a;
  }
};

std::int64_t flat(const Sizes& shape, const Sizes& index) {
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (index[d] < 0 || index[d] >= shape[d]) return -1;
    offset = offset * shape[d] + index[d];
  }
  return offset;
}

// Visits (small position, large position or -1) for every tap: large = small * stride - low + tap *
// dilation.
template <class Visit>
void forEachPair(const Geometry& g, const Sizes& small, const Sizes& large, const Sizes& kernel,
                 Visit visit) {
  forEachIndex(small, [&](const Sizes& s) {
    forEachIndex(kernel, [&](const Sizes& k) {
      Sizes at = s;
      for (std::size_t d = 0; d < at.size(); ++d) {
        at[d] = s[d] * g.stride[d] - g.low[d] + k[d] * g.dilation[d];
      }
      visit(flat(small, s), flat(large, at), flat(kernel, k));
    });
  });
}

Sizes spatial(const Tensor& t) { return {t.shape().begin() + 1, t.shape().end() - 1}; }

std::int64_t count(const Sizes& sizes) {
  std::int64_t n = 1;
  for (const std::int64_t s : sizes) n *= s;
  return n;
}

Tensor naiveConv(const Tensor& x, const Tensor& w, const Tensor* bias, const Geometry& g) {
  Sizes shape = x.shape();
  for (std::size_t d = 0; d + 2 < shape.size(); ++d) {
    shape[d + 1] = (x.shape()[d + 1] + g.low[d] + g.high[d] -
                    g.dilation[d] * (w.shape()[d + 1] - 1) - 1) / g.stride[d] + 1;
  }
  shape.back() = w.dim(0);
  Tensor out(x.dtype(), shape);
  const std::int64_t channels = x.shape().back();
  const std::int64_t width = w.shape().back();
  const std::int64_t perGroup = w.dim(0) / g.groups;
  for (std::int64_t i = 0; i < out.size(); ++i) {
    if (bias != nullptr) out.setReal(i, bias->real(i % w.dim(0)));
  }
  std::vector<double> sums = reals(out);
  for (std::int64_t job = 0; job < x.dim(0) * w.dim(0) * width; ++job) {
    const std::int64_t n = job / width / w.dim(0);
    const std::int64_t o = job / width % w.dim(0);
    const std::int64_t c = job % width;
    forEachPair(g, spatial(out), spatial(x), spatial(w),
                [&](std::int64_t s, std::int64_t l, std::int64_t k) {
      if (l < 0) return;
      const std::int64_t from = (n * count(spatial(x)) + l) * channels + o / perGroup * width + c;
      const std::int64_t tap = (o * count(spatial(w)) + k) * width + c;
      sums[static_cast<std::size_t>((n * count(spatial(out)) + s) * w.dim(0) + o)] +=
          x.real(from) * w.real(tap);
    });
  }
  return literal(x.dtype(), shape, sums);
}

Tensor naiveTranspose(const Tensor& x, const Tensor& w, const Tensor* bias, const Geometry& g) {
  Sizes shape = x.shape();
  for (std::size_t d = 0; d + 2 < shape.size(); ++d) {
    shape[d + 1] = (x.shape()[d + 1] - 1) * g.stride[d] - g.low[d] - g.high[d] +
                   g.dilation[d] * (w.shape()[d + 1] - 1) + g.outputPadding[d] + 1;
  }
  const std::int64_t width = w.shape().back();
  const std::int64_t outputs = width * g.groups;
  shape.back() = outputs;
  Tensor out(x.dtype(), shape);
  for (std::int64_t i = 0; i < out.size(); ++i) {
    if (bias != nullptr) out.setReal(i, bias->real(i % outputs));
  }
  std::vector<double> sums = reals(out);
  const std::int64_t channels = x.shape().back();
  for (std::int64_t job = 0; job < x.dim(0) * channels * width; ++job) {
    const std::int64_t n = job / width / channels;
    const std::int64_t c = job / width % channels;
    const std::int64_t o = c / (channels / g.groups) * width + job % width;
    forEachPair(g, spatial(x), spatial(out), spatial(w),
                [&](std::int64_t s, std::int64_t l, std::int64_t k) {
      if (l < 0) return;
      sums[static_cast<std::size_t>((n * count(spatial(out)) + l) * outputs + o)] +=
          x.real((n * count(spatial(x)) + s) * channels + c) *
          w.real((c * count(spatial(w)) + k) * width + job % width);
    });
  }
  return literal(x.dtype(), shape, sums);
}

TEST_CASE("conv in one, two and three dimensions, with groups, dilation and uneven pads") {
  struct Case {
    Sizes x, w;
    Geometry g;
  };
  const std::vector<Case> cases = {
      {{2, 9, 3}, {4, 3, 3}, {{2}, {1}, {1}, {0}}},
      {{1, 7, 6, 4}, {6, 3, 2, 2}, {{1, 2}, {2, 1}, {2, 0}, {1, 3}, 2}},
      {{2, 5, 5, 3}, {3, 3, 3, 1}, {{1, 1}, {1, 1}, {1, 1}, {1, 1}, 3}},
      {{1, 5, 5, 2}, {3, 1, 1, 2}, {{2, 2}, {1, 1}, {0, 0}, {0, 0}}},
      {{1, 6, 7, 2}, {2, 3, 3, 2}, {{1, 1}, {1, 1}, {-1, 2}, {1, -2}}},
      {{1, 4, 5, 6, 2}, {3, 2, 3, 2, 2}, {{1, 2, 3}, {2, 1, 1}, {0, 1, 1}, {1, 1, 0}}},
      {{1, 40, 41, 1}, {1, 3, 3, 1}, {{1, 1}, {1, 1}, {1, 1}, {1, 1}}},
  };
  std::uint64_t seed = 1;
  for (const Case& c : cases) {
    for (const DType dtype : {DType::f32, DType::f64, DType::f16, DType::i64}) {
      const Tensor x = noise(dtype, c.x, seed++);
      const Tensor w = noise(dtype, c.w, seed++);
      const Tensor bias = noise(dtype, {c.w[0]}, seed++);
      const double tolerance = dtype == DType::f16 ? 1e-3 : 1e-6;
      checkEqual(run(Op::conv, {&x, &w, &bias}, c.g.attributes())[0], naiveConv(x, w, &bias, c.g),
                 tolerance);
      checkEqual(run(Op::conv, {&x, &w}, c.g.attributes())[0], naiveConv(x, w, nullptr, c.g),
                 tolerance);
    }
  }
}

TEST_CASE("conv_transpose with strides, groups, dilation, crops and output padding") {
  struct Case {
    Sizes x, w;
    Geometry g;
  };
  const std::vector<Case> cases = {
      {{2, 4, 3}, {3, 3, 2}, {{2}, {1}, {1}, {1}, 1, {1}}},
      {{1, 3, 4, 4}, {4, 3, 2, 2}, {{2, 3}, {1, 2}, {0, 1}, {1, 0}, 2, {0, 2}}},
      {{2, 3, 3, 3}, {3, 2, 2, 1}, {{2, 2}, {1, 1}, {0, 0}, {0, 0}, 3, {0, 0}}},
      {{1, 2, 3, 2, 2},
       {2, 2, 3, 2, 3},
       {{1, 2, 2}, {1, 1, 1}, {0, 1, 0}, {0, 1, 0}, 1, {0, 1, 0}}},
  };
  std::uint64_t seed = 100;
  for (const Case& c : cases) {
    for (const DType dtype : {DType::f32, DType::f64, DType::i32}) {
      const Tensor x = noise(dtype, c.x, seed++);
      const Tensor w = noise(dtype, c.w, seed++);
      const Tensor bias = noise(dtype, {c.w.back() * c.g.groups}, seed++);
      checkEqual(run(Op::conv_transpose, {&x, &w, &bias}, c.g.attributes())[0],
                 naiveTranspose(x, w, &bias, c.g), 1e-6);
    }
  }
}

TEST_CASE("conv of an empty batch is empty") {
  const Tensor x(DType::f32, {0, 5, 5, 2});
  const Tensor w(DType::f32, {3, 3, 3, 2});
  const Geometry g = {{1, 1}, {1, 1}, {0, 0}, {0, 0}};
  CHECK(run(Op::conv, {&x, &w}, g.attributes())[0].shape() == Sizes{0, 3, 3, 3});
}

TEST_CASE("conv lets NaN through where a window touches it") {
  Tensor x(DType::f32, {1, 4, 1});
  x.setReal(0, kNan);
  const Tensor w = literal(DType::f32, {1, 2, 1}, {1, 0});
  const Geometry g = {{1}, {1}, {0}, {0}};
  const Tensor out = run(Op::conv, {&x, &w}, g.attributes())[0];
  CHECK(std::isnan(out.real(0)));
  CHECK(out.real(1) == 0);
}

TEST_CASE("conv names what does not fit") {
  const Tensor x(DType::f32, {1, 4, 4, 3});
  const Tensor w(DType::f32, {4, 3, 3, 2});
  const Geometry g = {{1, 1}, {1, 1}, {0, 0}, {0, 0}};
  CHECK(errorOf(Op::conv, {&x, &w}, g.attributes()) ==
        "conv: number of input channels is 3 but must be 2");
  const Tensor wide(DType::f32, {4, 5, 3, 3});
  CHECK(errorOf(Op::conv, {&x, &wide}, g.attributes()) ==
        "conv: a window of 5 elements is larger than the padded input of 4");
  const Tensor half(DType::f16, {4, 3, 3, 3});
  CHECK(errorOf(Op::conv, {&x, &half}, g.attributes()) == "conv: operands have types f32 and f16");
  const Tensor flat(DType::f32, {4, 3, 3});
  CHECK(errorOf(Op::conv, {&x, &flat}, g.attributes()) ==
        "conv: the weight of a conv over [1, 4, 4, 3] has 3 dimensions, shape [4, 3, 3]");
  Geometry still = g;
  still.stride = {0, 1};
  const Tensor good(DType::f32, {4, 3, 3, 3});
  CHECK(errorOf(Op::conv, {&x, &good}, still.attributes()) == "conv: strides must be positive");
  Geometry three = g;
  three.groups = 3;
  const Tensor grouped(DType::f32, {4, 3, 3, 1});
  CHECK(errorOf(Op::conv, {&x, &grouped}, three.attributes()) ==
        "conv: 4 output channels don't divide into 3 groups");
}

TEST_CASE("conv_transpose refuses sizes below zero and oversized output padding") {
  const Tensor x(DType::f32, {1, 1, 1});
  const Tensor w(DType::f32, {1, 2, 1});
  Geometry g = {{1}, {1}, {2}, {2}, 1, {0}};
  CHECK(errorOf(Op::conv_transpose, {&x, &w}, g.attributes()) ==
        "conv_transpose: the output size is negative");
  g = {{2}, {1}, {0}, {0}, 1, {2}};
  CHECK(errorOf(Op::conv_transpose, {&x, &w}, g.attributes()) ==
        "conv_transpose: output_padding must be smaller than stride or dilation");
}

TEST_CASE("conv takes symbolic batch and spatial sizes") {
  Graph graph;
  const ValueId x = graph.addInput(
      "x", {DType::f32, {Dim::symbol("n"), Dim::symbol("s"), Dim(3)}, std::nullopt});
  const ValueId w = graph.addInput("w", {DType::f32, {Dim(4), Dim(3), Dim(3)}, std::nullopt});
  Node node;
  node.op = Op::conv;
  node.inputs = {x, w};
  node.attributes = Geometry{{2}, {1}, {1}, {1}}.attributes();
  const std::vector<TensorType> types = inferTypes(graph, node);
  CHECK(types[0].shape[0] == Dim::symbol("n"));
  CHECK(types[0].shape[1] == floorDiv(Dim::symbol("s") - Dim(1), Dim(2)) + Dim(1));
  CHECK(types[0].shape[2] == Dim(4));
}

}  // namespace
}  // namespace mcc::test
