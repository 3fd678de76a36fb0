// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows side by side and their adjoint: im2col (unfold), col2im (fold).
#include "passes/decompose/channels.h"
#include "passes/decompose/overlap.h"

namespace mcc {
namespace {

struct Windows {
  std::vector<std::int64_t> kernel, stride, dilation, padding;
};

Windows windowsOf(const AtenCall& call) {
  const Windows w = {perDimension(call, "kernel_size", 2), perDimension(call, "stride", 2),
                     perDimension(call, "dilation", 2), perDimension(call, "padding", 2)};
  for (std::size_t d = 0; d < 2; ++d) {
    if (w.kernel[d] < 1 || w.stride[d] < 1 || w.dilation[d] < 1 || w.padding[d] < 0) {
      throw Error(call.target() + ": kernel_size, stride and dilation must be positive");
    }
  }
  return w;
}

// Windows that fit along a padded dimension.
Dim countOf(const AtenCall& call, const Windows& w, std::size_t d, const Dim& padded) {
  const Dim room = padded - Dim(w.dilation[d] * (w.kernel[d] - 1) + 1);
  if (room.isConstant() && room.constant() < 0) {
    throw Error(call.target() + ": the window is larger than the padded input");
  }
  return floorDiv(room, Dim(w.stride[d])) + Dim(1);
}

// [N, C, H, W] -> [N, C * kh * kw, windows].
ValueId unfold(AtenCall& call, ValueId x, const Windows& w) {
  const std::vector<std::int64_t> pads = {0, 0, w.padding[0], w.padding[1]};
  if (w.padding[0] != 0 || w.padding[1] != 0) {
    x = call.make(Op::pad, {x},
                  {{"low", pads}, {"high", pads}, {"mode", "constant"}, {"value", 0.0}});
  }
  const Shape shape = call.shape(x);
  const Dim rows = countOf(call, w, 0, shape[2]);
  const Dim columns = countOf(call, w, 1, shape[3]);
  const Dim plane = shape[2] * shape[3];
  const Shape windows = {shape[0], shape[1], Dim(w.kernel[0]), Dim(w.kernel[1]), rows, columns};
  const std::vector<Dim> strides = {shape[1] * plane,
                                    plane,
                                    Dim(w.dilation[0]) * shape[3],
                                    Dim(w.dilation[1]),
                                    Dim(w.stride[0]) * shape[3],
                                    Dim(w.stride[1])};
  const ValueId all = call.make(Op::as_strided, {x},
                                {{"shape", windows}, {"strides", strides}, {"offset", Dim(0)}});
  return call.reshape(all, {shape[0], shape[1] * Dim(w.kernel[0] * w.kernel[1]), rows * columns});
}

void im2col(AtenCall& call) {
  const Windows w = windowsOf(call);
  withBatch(call, call.tensor("self"), 2,
            [&](ValueId x) { return std::vector<ValueId>{unfold(call, x, w)}; });
}

// [N, C * kh * kw, windows] -> [N, C, H, W]: elements that come from the same place are added.
ValueId fold(AtenCall& call, ValueId x, const Windows& w, const std::vector<Dim>& size) {
  const Dim height = size[0] + Dim(2 * w.padding[0]);
  const Dim width = size[1] + Dim(2 * w.padding[1]);
  const Dim rows = countOf(call, w, 0, height);
  const Dim columns = countOf(call, w, 1, width);
  const Dim channels = floorDiv(call.dim(x, 1), Dim(w.kernel[0] * w.kernel[1]));
  const ValueId positions = positionSums(call, {{Dim(w.kernel[0]), Dim(w.dilation[0]) * width},
                                                {Dim(w.kernel[1]), Dim(w.dilation[1])},
                                                {rows, Dim(w.stride[0]) * width},
                                                {columns, Dim(w.stride[1])}});
  const Dim each = Dim(w.kernel[0] * w.kernel[1]) * rows * columns;
  const ValueId parts = call.reshape(x, {call.dim(x, 0) * channels, each});
  const ValueId sums = addAtPositions(call, parts, positions, height * width);
  ValueId y = call.reshape(sums, {call.dim(x, 0), channels, height, width});
  y = call.slice(y, 2, Dim(w.padding[0]), size[0]);
  return call.slice(y, 3, Dim(w.padding[1]), size[1]);
}

void col2im(AtenCall& call) {
  const Windows w = windowsOf(call);
  std::vector<Dim> size = call.dims("output_size");
  if (size.size() == 1) size.push_back(size[0]);
  if (size.size() != 2) throw Error(call.target() + ": output_size needs two numbers");
  withBatch(call, call.tensor("self"), 1,
            [&](ValueId x) { return std::vector<ValueId>{fold(call, x, w, size)}; });
}

constexpr Rule kFoldingRules[] = {
    {"aten.im2col.default", im2col},
    {"aten.col2im.default", col2im},
};

}  // namespace

std::span<const Rule> foldingRules();
std::span<const Rule> foldingRules() {
  return kFoldingRules;
}

}  // namespace mcc
