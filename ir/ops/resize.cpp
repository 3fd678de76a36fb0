// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// resize: interpolation to another spatial size, one dimension after the other. Source coordinates
// are computed in f32 (f64 for f64 tensors), as PyTorch does: they decide which element is nearest.
#include <algorithm>
#include <cmath>
#include <string>

#include "ir/ops/checks.h"
#include "ir/ops/interpolation.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/numeric.h"

namespace mcc {
namespace {

bool isNearest(const std::string& mode) {
  return mode == "nearest" || mode == "nearest_exact";
}

std::vector<TensorType> inferResize(const OpView& view) {
  const TensorType& x = view.input(0);
  const std::string& mode = view.attributes().string("mode");
  require(view, isNearest(mode) || mode == "linear" || mode == "cubic", "unknown mode " + mode);
  require(view, isFloat(x.dtype) || isNearest(mode),
          mode + " interpolation is not defined for " + name(x.dtype));
  const bool antialias = view.attributes().boolean("antialias");
  view.attributes().boolean("align_corners");
  require(view, !antialias || !isNearest(mode), "antialias needs mode linear or cubic");
  require(view, x.rank() >= 3 && x.rank() <= 5,
          "takes 1 to 3 spatial dimensions, not an input of shape " + text(x.shape));
  const std::vector<Dim> size = view.attributes().dims("size");
  const std::size_t spatial = x.shape.size() - 2;
  require(view, size.size() == spatial && view.attributes().reals("scales").size() == spatial,
          "size " + text(size) + " or scales don't fit an input of shape " + text(x.shape));
  Shape shape = {x.shape[0]};
  for (std::size_t d = 0; d < spatial; ++d) {
    require(view, !size[d].isConstant() || size[d].constant() > 0,
            "the output size must be positive");
    require(view, x.shape[d + 1] != Dim(0), "the spatial dimensions of the input are empty");
    shape.push_back(size[d]);
  }
  shape.push_back(x.shape.back());
  return {{x.dtype, shape, std::nullopt}};
}

// One dimension of a resize. R: the type coordinates are computed in.
template <class R>
class Axis {
 public:
  Axis(const Node& node, std::int64_t in, std::int64_t out, double factor)
      : mode_(node.attributes.string("mode")),
        alignCorners_(node.attributes.boolean("align_corners")),
        antialias_(node.attributes.boolean("antialias")),
        in_(in),
        out_(out) {
    if (alignCorners_ && !isNearest(mode_)) {
      scale_ = out > 1 ? static_cast<R>(in - 1) / static_cast<R>(out - 1) : R{0};
    } else {
      scale_ = factor > 0 ? static_cast<R>(1.0 / factor) : static_cast<R>(in) / static_cast<R>(out);
    }
  }

  Taps taps(std::int64_t i) const {
    if (mode_ == "nearest") return {{nearest(scale_ * static_cast<R>(i))}};
    if (mode_ == "nearest_exact") {
      return {{nearest(std::max(source(i), R{0}) + static_cast<R>(0.5))}};
    }
    if (antialias_) return antialiased(i);
    return mode_ == "linear" ? linear(i) : cubic(i);
  }

 private:
  R source(std::int64_t i) const {
    const auto at = static_cast<R>(i);
    const auto half = static_cast<R>(0.5);
    return alignCorners_ ? scale_ * at : scale_ * (at + half) - half;
  }

  std::int64_t nearest(R position) const {
    const R floor = std::floor(static_cast<float>(position));
    return floor < static_cast<R>(in_) ? static_cast<std::int64_t>(floor) : in_ - 1;
  }

  Taps linear(std::int64_t i) const {
    if (in_ == out_) return {{i, 1.0}};
    const R position = std::max(source(i), R{0});
    const std::int64_t low = nearest(position);
    const double t = std::clamp(static_cast<double>(position - static_cast<R>(low)), 0.0, 1.0);
    return {{low, 1 - t}, {std::min(low + 1, in_ - 1), t}};
  }

  Taps cubic(std::int64_t i) const {
    const R position = source(i);
    const std::int64_t low = nearest(position);
    const double t = std::clamp(static_cast<double>(position - static_cast<R>(low)), 0.0, 1.0);
    const std::array<double, 4> weights = cubicWeights(t);
    Taps taps;
    for (std::int64_t j = 0; j < 4; ++j) {
      taps.push_back({std::clamp<std::int64_t>(low - 1 + j, 0, in_ - 1),
                      weights[static_cast<std::size_t>(j)]});
    }
    return taps;
  }

  // The kernel stretched by the scale when shrinking, weights normalised.
  Taps antialiased(std::int64_t i) const {
    const bool isLinear = mode_ == "linear";
    const R stretch = std::max(scale_, R{1});
    const R support = static_cast<R>(isLinear ? 1 : 2) * stretch;
    const auto half = static_cast<R>(0.5);
    const R center = scale_ * (static_cast<R>(i) + half);
    const auto low = static_cast<std::int64_t>(center - support + half);
    const auto first = std::max<std::int64_t>(low, 0);
    const auto last = std::min(static_cast<std::int64_t>(center + support + half), in_);
    Taps taps;
    double sum = 0;
    for (std::int64_t j = first; j < last; ++j) {
      const double x = static_cast<double>((static_cast<R>(j) - center + half) / stretch);
      const double weight = isLinear ? std::max(1 - std::fabs(x), 0.0) : cubicKernel(x, -0.5);
      taps.push_back({j, weight});
      sum += weight;
    }
    for (Tap& tap : taps) tap.weight /= sum != 0 ? sum : 1;
    return taps;
  }

  std::string mode_;
  bool alignCorners_, antialias_;
  std::int64_t in_, out_;
  R scale_;
};

template <class T>
T weighted(T value, double weight) {
  if constexpr (std::is_same_v<T, std::uint64_t>)
    return value;  // nearest only
  else
    return value * weight;
}

// [outer, n, inner] -> [outer, taps.size(), inner].
template <class T>
std::vector<T> resample(const std::vector<T>& x, const std::vector<Taps>& taps, std::int64_t n,
                        std::int64_t inner) {
  const auto size = static_cast<std::int64_t>(taps.size());
  const std::int64_t outer = static_cast<std::int64_t>(x.size()) / (n * inner);
  std::vector<T> out(static_cast<std::size_t>(outer * size * inner));
  for (std::int64_t row = 0; row < outer * size; ++row) {
    for (const Tap& tap : taps[static_cast<std::size_t>(row % size)]) {
      const T* source = x.data() + (row / size * n + tap.index) * inner;
      T* target = out.data() + row * inner;
      for (std::int64_t c = 0; c < inner; ++c) target[c] += weighted(source[c], tap.weight);
    }
  }
  return out;
}

template <class R>
std::vector<Taps> tapsAlong(const EvalContext& context, std::size_t axis, std::int64_t out) {
  const double factor = context.node.attributes.reals("scales")[axis];
  const Axis<R> line(context.node, context.in(0).shape()[axis + 1], out, factor);
  std::vector<Taps> taps;
  for (std::int64_t i = 0; i < out; ++i) taps.push_back(line.taps(i));
  return taps;
}

template <class T>
void resizeAll(const EvalContext& context, Tensor& result) {
  std::vector<T> values = elementsOf<T>(context.in(0));
  Sizes shape = context.in(0).shape();
  for (std::size_t d = 1; d + 1 < shape.size() && !values.empty(); ++d) {
    std::int64_t inner = 1;
    for (std::size_t k = d + 1; k < shape.size(); ++k) inner *= shape[k];
    const std::int64_t out = result.shape()[d];
    values = resample(values,
                      result.dtype() == DType::f64 ? tapsAlong<double>(context, d - 1, out)
                                                   : tapsAlong<float>(context, d - 1, out),
                      shape[d], inner);
    shape[d] = out;
  }
  setElements(result, values);
}

void evaluateResize(EvalContext& context) {
  Tensor result = context.make(0);
  if (isFloat(result.dtype())) {
    resizeAll<double>(context, result);
  } else {
    resizeAll<std::uint64_t>(context, result);
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef resizeDef;
const OpDef resizeDef = {Op::resize, inferResize, evaluateResize, lowerResize};

}  // namespace mcc
