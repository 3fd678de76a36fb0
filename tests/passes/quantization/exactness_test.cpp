// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folded layers against exact arithmetic: equal but within 2^-12 of a tie, never two steps off.
#include <array>
#include <cmath>
#include <random>

#include "ir/builder.h"
#include "passes/expand_quantization.h"
#include "passes/fold_quantization.h"
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

TensorRef shared(Tensor tensor) { return std::make_shared<const Tensor>(std::move(tensor)); }

struct Layer {
  std::int64_t inChannels, outChannels, groups;
  DType dtype;        // of operand and result
  bool perChannel;
  std::int64_t weightZero;
  double weightScale;
};

// A convolution [2, 5, 4, C] with 3x2 taps and padding, between dequantize and quantize.
class Case {
 public:
  Case(const Layer& layer, std::uint32_t seed) : layer_(layer), random_(seed) {
    const std::int64_t low = layer.dtype == DType::u8 ? 0 : -128;
    low_ = low;
    xZero_ = uniform(low, low + 255);
    yZero_ = uniform(low, low + 255);
    xScale_ = real(1e-3, 1e-1);
    const std::int64_t depth = layer.inChannels / layer.groups;
    weight_ = integers(DType::i8, {layer.outChannels, 3, 2, depth}, -127, 127);
    x_ = integers(layer.dtype, {2, 5, 4, layer.inChannels}, low, low + 255);
    bias_ = Tensor(DType::f32, {layer.outChannels});
    scales_ = Tensor(DType::f32, {layer.perChannel ? layer.outChannels : 1});
    for (std::int64_t o = 0; o < scales_.size(); ++o) {
      scales_.setReal(o, layer.weightScale * real(0.2, 1));
    }
    const double spread = 100 * std::sqrt(static_cast<double>(6 * depth)) * 70 * xScale_ *
                          layer.weightScale;
    yScale_ = spread / 100 * real(0.5, 2);
    for (std::int64_t o = 0; o < bias_.size(); ++o) bias_.setReal(o, real(-spread, spread));
  }

  Module module() {
    Module module;
    Builder build(module.graph, {}, {});
    const ValueId q = module.graph.addInput("q", x_.type());
    const ValueId x = dequantized(build, q, build.scalar(xScale_, DType::f64), xZero_, -1);
    const ValueId scales = layer_.perChannel ? build.constant(shared(scales_))
                                             : build.scalar(scales_.real(0), DType::f64);
    const ValueId w = dequantized(build, build.constant(shared(weight_)), scales,
                                  layer_.weightZero, layer_.perChannel ? 0 : -1);
    const std::vector<std::int64_t> ones{1, 1};
    const ValueId y = build.make(Op::conv, {x, w, build.constant(shared(bias_))},
                                 {{"stride", ones}, {"dilation", ones}, {"pad_low", ones},
                                  {"pad_high", ones}, {"groups", layer_.groups}});
    const ValueId out =
        build.make(Op::quantize,
                   {build.unary(Op::relu, y), build.scalar(yScale_, DType::f64),
                    build.scalar(yZero_, DType::i64)},
                   {{"axis", -1}, {"min", low_}, {"max", low_ + 255}, {"dtype", layer_.dtype}});
    module.graph.outputs = {out};
    module.inputs = {{InputKind::user, "q", nullptr, false, 0}};
    module.outputs = {{OutputKind::user, "out", 0, false, 0}};
    return module;
  }

  // Largest distance in steps, where `far` counts results that differ though no tie is near.
  void check(const Tensor& got) const {
    std::int64_t far = 0;
    double most = 0;
    for (std::int64_t i = 0; i < got.size(); ++i) {
      const long double exact = resultOf(i, got.shape());
      const long double rounded = std::nearbyint(exact);
      const bool nearTie = std::fabs(std::fabs(exact - rounded) - 0.5L) < 0x1p-12L;
      const auto want = static_cast<double>(bounded(rounded));
      const double off = std::fabs(got.real(i) - want);
      most = std::max(most, off);
      if (off > 0 && !nearTie) ++far;
    }
    INFO(layer_.inChannels << " -> " << layer_.outChannels << " scale " << layer_.weightScale);
    CHECK(far == 0);
    CHECK(most <= 1);
  }

  const Tensor& x() const { return x_; }

 private:
  std::int64_t uniform(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint32_t>(high - low + 1));
  }
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(random_()) / 4294967296.0;
  }
  Tensor integers(DType dtype, Sizes shape, std::int64_t low, std::int64_t high) {
    Tensor tensor(dtype, std::move(shape));
    for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.setInteger(i, uniform(low, high));
    return tensor;
  }

  static ValueId dequantized(Builder& build, ValueId q, ValueId scale, std::int64_t zero,
                             std::int64_t axis) {
    const ValueId point = build.full(zero, DType::i64, build.shape(scale));
    return build.make(Op::dequantize, {q, scale, point}, {{"axis", axis}, {"dtype", DType::f32}});
  }

  // The real number before rounding, zero point added, of output element i.
  long double resultOf(std::int64_t i, const Sizes& shape) const {
    const std::int64_t o = i % shape[3], column = i / shape[3] % shape[2];
    const std::int64_t row = i / (shape[3] * shape[2]) % shape[1];
    const std::int64_t image = i / (shape[3] * shape[2] * shape[1]);
    const std::int64_t depth = layer_.inChannels / layer_.groups;
    const std::int64_t first = o / (layer_.outChannels / layer_.groups) * depth;
    std::int64_t sum = 0;
    for (std::int64_t tap = 0; tap < 6; ++tap) {
      const std::int64_t r = row + tap / 2 - 1, c = column + tap % 2 - 1;
      if (r < 0 || r >= 5 || c < 0 || c >= 4) continue;
      for (std::int64_t k = 0; k < depth; ++k) {
        const std::int64_t at = ((image * 5 + r) * 4 + c) * layer_.inChannels + first + k;
        sum += (x_.integer(at) - xZero_) *
               (weight_.integer((o * 6 + tap) * depth + k) - layer_.weightZero);
      }
    }
    const long double scale = static_cast<long double>(xScale_) *
                              static_cast<long double>(scales_.real(o % scales_.size()));
    const long double y = static_cast<long double>(sum) * scale +
                          static_cast<long double>(bias_.real(o));
    return std::fmax(y, 0.0L) / static_cast<long double>(yScale_) +
           static_cast<long double>(yZero_);
  }

  long double bounded(long double x) const {
    return std::fmin(std::fmax(x, static_cast<long double>(low_)),
                     static_cast<long double>(low_ + 255));
  }

  Layer layer_;
  std::mt19937 random_;
  std::int64_t low_ = 0, xZero_ = 0, yZero_ = 0;
  double xScale_ = 0, yScale_ = 0;
  Tensor x_, weight_, bias_, scales_;
};

bool hasOp(const Graph& graph, Op op) {
  for (const NodeId id : graph.order()) {
    if (graph[id].op == op) return true;
  }
  return false;
}

TEST_CASE("folded layers round exactly") {
  std::uint32_t seed = 1;
  for (const auto& [in, out, groups] :
       {std::array<std::int64_t, 3>{1, 3, 1}, {3, 7, 1}, {13, 13, 13}, {64, 13, 1}, {6, 4, 2}}) {
    for (const DType dtype : {DType::i8, DType::u8}) {
      for (const std::int64_t weightZero : {0, -100}) {
        for (const double scale : {1e-6, 1e-2, 50.0}) {
          Case layer({in, out, groups, dtype, seed % 2 == 0, weightZero, scale}, seed);
          ++seed;
          Module module = layer.module();
          foldQuantization(module);
          CHECK(!hasOp(module.graph, Op::quantize));
          Bindings bindings;
          layer.check(evaluateGraph(module.graph, {layer.x()}, bindings).at(0));
        }
      }
    }
  }
}

TEST_CASE("what is expanded computes what quantize and dequantize do") {
  for (std::uint32_t seed = 1; seed < 9; ++seed) {
    Case layer({3, 5, 1, DType::i8, seed % 2 == 0, 4, 0.01}, seed);
    Module module = layer.module();
    Bindings bindings;
    const Tensor want = evaluateGraph(module.graph, {layer.x()}, bindings).at(0);
    expandQuantization(module);
    CHECK(!hasOp(module.graph, Op::dequantize));
    checkEqual(evaluateGraph(module.graph, {layer.x()}, bindings).at(0), want);
  }
}

}  // namespace
}  // namespace mcc::test
