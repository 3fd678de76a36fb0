// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of resize and grid_sample.
#include <algorithm>

#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

// What stands for a mode in the kernels.
struct Mode {
  const char* name;
  const char* plain;
  const char* antialiased;
  std::int64_t reach;  // elements to each side that a sum is made of; 0: one element
};

constexpr Mode kModes[] = {
    {"nearest", "NearestFloor", "", 0},
    {"nearest_exact", "NearestCenter", "", 0},
    {"linear", "LinearTaps", "SmoothLinearTaps", 1},
    {"cubic", "CubicTaps", "SmoothCubicTaps", 2},
};

struct Name {
  const char* name;
  const char* kernel;
};

constexpr Name kSamples[] = {
    {"nearest", "NearestSample"}, {"bilinear", "LinearSample"}, {"bicubic", "CubicSample"}};
constexpr Name kPaddings[] = {
    {"zeros", "ZerosPadding"}, {"border", "BorderPadding"}, {"reflection", "ReflectionPadding"}};

template <class Row, std::size_t N>
const Row& rowOf(const Row (&rows)[N], const std::string& name) {
  return *std::find_if(std::begin(rows), std::end(rows),
                       [&](const Row& row) { return row.name == name; });
}

// Spatial sizes, led by ones to three.
std::vector<Dim> spatial(const TensorType& type) {
  std::vector<Dim> sizes(type.shape.begin() + 1, type.shape.end() - 1);
  sizes.insert(sizes.begin(), 3 - sizes.size(), Dim(1));
  return sizes;
}

Arg factorsArg(std::vector<double> factors) {
  factors.insert(factors.begin(), 3 - factors.size(), 0.0);
  std::vector<Arg> items;
  for (const double factor : factors) items.push_back(Lowering::literal(factor, DType::f64));
  Arg arg = Lowering::structure("", std::move(items));
  arg.name = "factor";
  return arg;
}

Arg resizeSizes(const Lowering& lowering, bool alignCorners) {
  return Lowering::structure(
      "ResizeSizes", {Lowering::list(spatial(lowering.inputType(0)), "in"),
                      Lowering::list(spatial(lowering.resultType(0)), "out"),
                      Lowering::integer(lowering.inputType(0).dim(0), "batch"),
                      Lowering::integer(lowering.inputType(0).dim(-1), "channels"),
                      factorsArg(lowering.node().attributes.reals("scales")),
                      Lowering::boolean(alignCorners, "alignCorners")});
}

// Room for the weights of one dimension. Antialiased, an output element takes
// 2 * ceil(reach * max(scale, 1)) + 1 of them; the scale is at most 2 * in / out with aligned
// corners, else in / out or given by the factor. Rounding in f32 may add 2 more.
Dim weightsAlong(const Dim& in, const Dim& out, const Mode& mode, bool antialias, double factor) {
  if (!antialias) return out * Dim(2 * mode.reach);
  const Dim atScaleOne = out * Dim(2 * mode.reach + 5);
  if (factor <= 0) return in * Dim(4 * mode.reach) + atScaleOne;
  constexpr double kLargest = 1 << 30;
  const auto taps = static_cast<std::int64_t>(
      std::min(2 * static_cast<double>(mode.reach) / factor, kLargest));
  return min(in, Dim(taps)) * out + atScaleOne;
}

Dim sum(const std::vector<Dim>& values) {
  Dim total = 0;
  for (const Dim& value : values) total = total + value;
  return total;
}

void lowerNearest(Lowering& lowering, const Mode& mode) {
  const BufferId columns = lowering.scratch(DType::i64, lowering.resultType(0).dim(-2));
  lowering.call("resizeNearest",
                {resizeSizes(lowering, false), lowering.in(0), lowering.out(0),
                 Lowering::write(columns)},
                {mode.plain});
}

}  // namespace

void lowerResize(Lowering& lowering) {
  const Attributes& attributes = lowering.node().attributes;
  const Mode& mode = rowOf(kModes, attributes.string("mode"));
  if (mode.reach == 0) return lowerNearest(lowering, mode);
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const bool antialias = attributes.boolean("antialias");
  const bool corners = attributes.boolean("align_corners");
  const std::vector<Dim> in = spatial(lowering.inputType(0));
  const std::vector<Dim> out = spatial(lowering.resultType(0));
  std::vector<double> factors = attributes.reals("scales");
  factors.insert(factors.begin(), 3 - factors.size(), 0.0);
  std::vector<Dim> weights;
  for (std::size_t d = 0; d < 3; ++d) {
    weights.push_back(
        weightsAlong(in[d], out[d], mode, antialias, corners ? 0.0 : factors[d]));
  }
  const BufferId spans = lowering.scratch(DType::i64, sum(out) * Dim(2));
  const BufferId taps = lowering.scratch(dtype, sum(weights));
  const BufferId row = lowering.scratch(dtype, in[2] * lowering.inputType(0).dim(-1));
  lowering.call(dtype == DType::f32 ? "resize" : "resizeEach",
                {resizeSizes(lowering, corners), lowering.in(0), lowering.out(0),
                 Lowering::write(spans), Lowering::write(taps), Lowering::write(row)},
                {antialias ? mode.antialiased : mode.plain});
}

void lowerGridSample(Lowering& lowering) {
  const Attributes& attributes = lowering.node().attributes;
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const TensorType& result = lowering.resultType(0);
  const Arg sizes = Lowering::structure(
      "GridSizes", {Lowering::list(spatial(lowering.inputType(0)), "in"),
                    Lowering::integer(lowering.inputType(0).dim(0), "batch"),
                    Lowering::integer(product(spatial(result)), "points"),
                    Lowering::integer(result.dim(-1), "channels"),
                    Lowering::boolean(attributes.boolean("align_corners"), "alignCorners")});
  lowering.call(dtype == DType::f32 ? "gridSample" : "gridSampleEach",
                {sizes, lowering.in(0), lowering.in(1), lowering.out(0)},
                {std::to_string(result.rank() - 2),
                 rowOf(kSamples, attributes.string("mode")).kernel,
                 rowOf(kPaddings, attributes.string("padding")).kernel});
}

}  // namespace mcc
