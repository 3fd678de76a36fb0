// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading images at computed positions: grid_sampler, affine_grid.
#include "passes/decompose/channels.h"

namespace mcc {
namespace {

void gridSampler(AtenCall& call) {
  static constexpr const char* kModes[] = {"bilinear", "nearest", "bicubic"};
  static constexpr const char* kPaddings[] = {"zeros", "border", "reflection"};
  const std::int64_t mode = call.integer("interpolation_mode");
  const std::int64_t padding = call.integer("padding_mode");
  if (mode < 0 || mode > 2) call.unsupported("interpolation mode " + std::to_string(mode));
  if (padding < 0 || padding > 2) call.unsupported("padding mode " + std::to_string(padding));
  const ValueId x = call.tensor("input");
  if (call.rank(x) < 4) {
    throw Error(call.target() + ": an input of shape " + text(call.shape(x)) +
                " needs 2 or 3 spatial dimensions");
  }
  const ValueId y = call.make(Op::grid_sample, {toChannelsLast(call, x), call.tensor("grid")},
                              {{"mode", kModes[mode]},
                               {"padding", kPaddings[padding]},
                               {"align_corners", call.boolean("align_corners")}});
  call.result(toChannelsFirst(call, y));
}

ValueId number(AtenCall& call, const Dim& value, DType dtype) {
  if (value.isConstant()) return call.scalar(static_cast<double>(value.constant()), dtype);
  return call.cast(call.dimValue(value), dtype);
}

// Positions of `size` elements in [-1, 1]: the ends themselves, or the centres of equal parts.
ValueId positions(AtenCall& call, const Dim& size, DType dtype, bool alignCorners) {
  const ValueId at = call.cast(call.iota(0, 1, size, DType::i64), dtype);
  const ValueId twice = call.binary(Op::mul, at, 2.0);
  if (!alignCorners) {
    const ValueId odd = call.binary(Op::add, twice, 1.0);
    return call.binary(Op::sub, call.div(odd, number(call, size, dtype)), 1.0);
  }
  if (size == Dim(1)) return call.full(0.0, dtype, {size});  // the only element is in the middle
  return call.binary(Op::sub, call.div(twice, number(call, size - Dim(1), dtype)), 1.0);
}

// theta [N, d, d + 1] applied to (x, y, 1) of every pixel, or (x, y, z, 1) of every voxel.
void affineGrid(AtenCall& call) {
  const ValueId theta = call.tensor("theta");
  const std::vector<Dim> size = call.dims("size");  // [N, C, S...]
  const DType dtype = call.dtype(theta);
  const bool corners = call.boolean("align_corners");
  if (size.size() != 4 && size.size() != 5) call.unsupported("a size of " + text(size));
  const Shape plane(size.begin() + 2, size.end());
  std::vector<ValueId> coordinates;
  Shape column = plane;
  column.push_back(Dim(1));
  for (std::size_t d = plane.size(); d-- > 0;) {
    Shape line(column.size(), Dim(1));
    line[d] = plane[d];
    const ValueId along = call.reshape(positions(call, plane[d], dtype, corners), line);
    coordinates.push_back(call.expand(along, column));
  }
  coordinates.push_back(call.full(1.0, dtype, column));
  const ValueId all = call.concat(coordinates, static_cast<std::int64_t>(plane.size()));
  const Dim width(static_cast<std::int64_t>(plane.size()) + 1);
  const ValueId rows = call.expand(call.reshape(all, {Dim(1), product(plane), width}),
                                   {size[0], product(plane), width});
  const ValueId grid = call.make(Op::matmul, {rows, theta}, {{"transpose_b", true}});
  Shape shape = plane;
  shape.insert(shape.begin(), size[0]);
  shape.push_back(width - Dim(1));
  call.result(call.reshape(grid, shape));
}

constexpr Rule kGridsRules[] = {
    {"aten.grid_sampler.default", gridSampler},
    {"aten.grid_sampler_2d.default", gridSampler},
    {"aten.grid_sampler_3d.default", gridSampler},
    {"aten.affine_grid_generator.default", affineGrid},
};

}  // namespace

std::span<const Rule> gridsRules();
std::span<const Rule> gridsRules() {
  return kGridsRules;
}

}  // namespace mcc
