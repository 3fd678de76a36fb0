// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// grid_sample: x read at positions given by a grid, (x, y) or (x, y, z) in [-1, 1]. Coordinates are
// computed in f32 (f64 for f64 tensors). A NaN coordinate reads position 0, or nothing when padding
// is zeros.
#include <algorithm>
#include <cmath>
#include <string>

#include "ir/ops/checks.h"
#include "ir/ops/interpolation.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/windows.h"

namespace mcc {
namespace {

std::vector<TensorType> inferGridSample(const OpView& view) {
  const TensorType& x = view.input(0);
  const TensorType& grid = view.input(1);
  requireReal(view, 0);
  requireDTypeOfFirst(view, 1, 1);
  const std::string& mode = view.attributes().string("mode");
  const std::string& padding = view.attributes().string("padding");
  view.attributes().boolean("align_corners");
  require(view, mode == "bilinear" || mode == "nearest" || mode == "bicubic",
          "unknown mode " + mode);
  require(view, padding == "zeros" || padding == "border" || padding == "reflection",
          "unknown padding " + padding);
  require(view, (x.rank() == 4 || x.rank() == 5) && grid.rank() == x.rank(),
          "takes 2 or 3 spatial dimensions and a grid with as many, not shapes " + text(x.shape) +
              " and " + text(grid.shape));
  require(view, mode != "bicubic" || x.rank() == 4, "bicubic takes 2 spatial dimensions");
  requireSize(view, grid.shape[0], x.shape[0], "the batch size of the grid");
  requireSize(view, grid.shape.back(), Dim(x.rank() - 2), "the last size of the grid");
  for (std::int64_t d = 1; d < x.rank() - 1; ++d) {
    require(view, x.dim(d) != Dim(0), "the spatial dimensions of the input are empty");
  }
  TensorType result{x.dtype, grid.shape, std::nullopt};
  result.shape.back() = x.shape.back();
  return {result};
}

// One spatial dimension of size n. R: the type coordinates are computed in.
template <class R>
class Axis {
 public:
  Axis(const Node& node, std::int64_t n)
      : mode_(node.attributes.string("mode")),
        padding_(node.attributes.string("padding")),
        alignCorners_(node.attributes.boolean("align_corners")),
        n_(n) {}

  Taps taps(double coordinate) const {
    const R position = unnormalized(static_cast<R>(coordinate));
    if (mode_ == "bicubic") return cubic(position);
    const R moved = padded(position);
    if (!isReadable(moved)) return {};
    if (mode_ == "nearest") return {{inside(std::nearbyint(moved)), 1.0}};
    const R low = std::floor(moved);
    const double t = static_cast<double>(moved - low);
    return {{inside(low), 1 - t}, {inside(low + 1), t}};
  }

 private:
  R unnormalized(R c) const {
    const auto size = static_cast<R>(n_);
    return alignCorners_ ? (c + 1) / 2 * (size - 1) : ((c + 1) * size - 1) / 2;
  }

  // Near enough to the input that integer arithmetic on it is safe.
  static bool isReadable(R position) { return std::fabs(position) < static_cast<R>(1 << 30); }

  R padded(R position) const {
    if (padding_ == "zeros") return position;
    if (padding_ == "reflection") position = reflected(position);
    if (!(position > 0)) return 0;
    return std::min(position, static_cast<R>(n_ - 1));
  }

  R reflected(R position) const {
    const R low = alignCorners_ ? R{0} : static_cast<R>(-0.5);
    const auto span = static_cast<R>(alignCorners_ ? n_ - 1 : n_);
    if (span == 0) return 0;
    const R distance = std::fabs(position - low);
    const R rest = std::fmod(distance, span);
    const R turns = std::floor(distance / span);
    return (std::fmod(turns, static_cast<R>(2)) == 0 ? rest : span - rest) + low;
  }

  std::int64_t inside(R position) const {
    if (!(position >= 0 && position <= static_cast<R>(n_ - 1))) return -1;
    return static_cast<std::int64_t>(position);
  }

  Taps cubic(R position) const {
    const R low = std::floor(position);
    if (!isReadable(low)) return {};
    const std::array<double, 4> weights = cubicWeights(static_cast<double>(position - low));
    Taps taps;
    for (std::size_t j = 0; j < 4; ++j) {
      taps.push_back({inside(std::trunc(padded(low - 1 + static_cast<R>(j)))), weights[j]});
    }
    return taps;
  }

  std::string mode_, padding_;
  bool alignCorners_;
  std::int64_t n_;
};

// Taps of the whole plane: products over dimensions, those outside dropped.
Taps combine(const Taps& outer, const Taps& inner, std::int64_t size) {
  Taps all;
  for (const Tap& a : outer) {
    for (const Tap& b : inner) {
      if (a.index >= 0 && b.index >= 0) {
        all.push_back({a.index * size + b.index, a.weight * b.weight});
      }
    }
  }
  return all;
}

template <class R>
void sample(EvalContext& context, Tensor& result) {
  const Tensor& x = context.in(0);
  const Tensor& grid = context.in(1);
  const Sizes plane = spatialSizes(x.shape());
  const auto axes = static_cast<std::int64_t>(plane.size());
  const std::int64_t channels = x.shape().back();
  std::vector<Axis<R>> lines;
  std::int64_t planeSize = 1;
  for (const std::int64_t n : plane) {
    lines.emplace_back(context.node, n);
    planeSize *= n;
  }
  const std::int64_t points = grid.size() / axes;
  const std::int64_t images = std::max<std::int64_t>(x.dim(0), 1);
  const std::int64_t pointsPerImage = std::max<std::int64_t>(points / images, 1);
  for (std::int64_t p = 0; p < points; ++p) {
    Taps taps = {{0, 1.0}};
    for (std::int64_t d = 0; d < axes; ++d) {
      const auto axis = static_cast<std::size_t>(d);
      taps = combine(taps, lines[axis].taps(grid.real(p * axes + axes - 1 - d)), plane[axis]);
    }
    const std::int64_t image = p / pointsPerImage * planeSize;
    for (std::int64_t c = 0; c < channels; ++c) {
      double sum = 0;
      for (const Tap& tap : taps) sum += tap.weight * x.real((image + tap.index) * channels + c);
      result.setReal(p * channels + c, sum);
    }
  }
}

void evaluateGridSample(EvalContext& context) {
  Tensor result = context.make(0);
  if (result.dtype() == DType::f64) {
    sample<double>(context, result);
  } else {
    sample<float>(context, result);
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef grid_sampleDef;
const OpDef grid_sampleDef = {Op::grid_sample, inferGridSample, evaluateGridSample,
                              lowerGridSample};

}  // namespace mcc
