// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// upsample_*: resize of channels-last tensors.
#include <cmath>

#include "passes/decompose/channels.h"

namespace mcc {
namespace {

// in * scale, rounded down. A symbolic size needs a scale that is a fraction of 64ths; what the
// export recorded is the last resort.
Dim scaled(const AtenCall& call, const Dim& in, double scale, std::int64_t axis) {
  if (in.isConstant()) {
    return Dim(static_cast<std::int64_t>(std::floor(static_cast<double>(in.constant()) * scale)));
  }
  const double parts = scale * 64;
  if (parts != std::floor(parts)) return call.recorded().dim(axis);
  if (scale == std::floor(scale)) return in * Dim(static_cast<std::int64_t>(scale));
  return floorDiv(in * Dim(static_cast<std::int64_t>(parts)), Dim(64));
}

struct Target {
  std::vector<Dim> size;
  std::vector<double> scales;  // 0: by the ratio of the sizes
};

// The .vec forms: a size, or factors (each of them given).
Target fromLists(AtenCall& call, ValueId x) {
  const auto spatial = static_cast<std::size_t>(call.rank(x)) - 2;
  Target target{call.dims("output_size"), std::vector<double>(spatial, 0.0)};
  if (!target.size.empty()) return target;
  target.scales = call.reals("scale_factors");
  if (target.scales.size() != spatial) {
    throw Error(call.target() + ": scale_factors need one number per spatial dimension");
  }
  for (std::size_t d = 0; d < spatial; ++d) {
    const auto axis = static_cast<std::int64_t>(d) + 2;
    target.size.push_back(scaled(call, call.dim(x, axis), target.scales[d], axis));
  }
  return target;
}

// The forms with a size, and factors only as a hint of what the user gave.
Target fromArguments(AtenCall& call, ValueId x) {
  static constexpr const char* kNames[] = {"scales_d", "scales_h", "scales_w"};
  const auto spatial = static_cast<std::size_t>(call.rank(x)) - 2;
  Target target{call.dims("output_size"), {}};
  for (std::size_t d = 0; d < spatial; ++d) {
    const std::string name = spatial == 1 ? "scales" : kNames[3 - spatial + d];
    target.scales.push_back(call.isNone(name) ? 0.0 : call.real(name));
  }
  return target;
}

void resize(AtenCall& call, ValueId x, const Target& target, const char* mode, bool antialias) {
  const std::string kind = mode;
  const bool corners = (kind == "linear" || kind == "cubic") && call.boolean("align_corners");
  const ValueId y = call.make(Op::resize, {toChannelsLast(call, x)},
                              {{"size", target.size},
                               {"mode", mode},
                               {"align_corners", corners},
                               {"antialias", antialias},
                               {"scales", target.scales}});
  call.result(toChannelsFirst(call, y));
}

ValueId inputOf(AtenCall& call, const char* name) {
  const ValueId x = call.tensor(name);
  if (call.rank(x) < 3 || call.rank(x) > 5) {
    throw Error(call.target() + ": an input of shape " + text(call.shape(x)) +
                " has no or too many spatial dimensions");
  }
  return x;
}

constexpr const char kNearest[] = "nearest";
constexpr const char kNearestExact[] = "nearest_exact";
constexpr const char kLinear[] = "linear";
constexpr const char kCubic[] = "cubic";

template <const char* mode, bool antialias = false>
void byLists(AtenCall& call) {
  const ValueId x = inputOf(call, "input");
  resize(call, x, fromLists(call, x), mode, antialias);
}

template <const char* mode, bool antialias = false>
void byArguments(AtenCall& call) {
  const ValueId x = inputOf(call, "self");
  resize(call, x, fromArguments(call, x), mode, antialias);
}

constexpr Rule kResizingRules[] = {
    {"aten.upsample_nearest1d.vec", byLists<kNearest>},
    {"aten.upsample_nearest2d.vec", byLists<kNearest>},
    {"aten.upsample_nearest3d.vec", byLists<kNearest>},
    {"aten._upsample_nearest_exact1d.vec", byLists<kNearestExact>},
    {"aten._upsample_nearest_exact2d.vec", byLists<kNearestExact>},
    {"aten._upsample_nearest_exact3d.vec", byLists<kNearestExact>},
    {"aten.upsample_linear1d.vec", byLists<kLinear>},
    {"aten.upsample_bilinear2d.vec", byLists<kLinear>},
    {"aten.upsample_trilinear3d.vec", byLists<kLinear>},
    {"aten.upsample_bicubic2d.vec", byLists<kCubic>},
    {"aten._upsample_bilinear2d_aa.vec", byLists<kLinear, true>},
    {"aten._upsample_bicubic2d_aa.vec", byLists<kCubic, true>},
    {"aten.upsample_nearest1d.default", byArguments<kNearest>},
    {"aten.upsample_nearest2d.default", byArguments<kNearest>},
    {"aten.upsample_nearest3d.default", byArguments<kNearest>},
    {"aten._upsample_nearest_exact1d.default", byArguments<kNearestExact>},
    {"aten._upsample_nearest_exact2d.default", byArguments<kNearestExact>},
    {"aten._upsample_nearest_exact3d.default", byArguments<kNearestExact>},
    {"aten.upsample_linear1d.default", byArguments<kLinear>},
    {"aten.upsample_bilinear2d.default", byArguments<kLinear>},
    {"aten.upsample_trilinear3d.default", byArguments<kLinear>},
    {"aten.upsample_bicubic2d.default", byArguments<kCubic>},
    {"aten._upsample_bilinear2d_aa.default", byArguments<kLinear, true>},
    {"aten._upsample_bicubic2d_aa.default", byArguments<kCubic, true>},
};

}  // namespace

std::span<const Rule> resizingRules();
std::span<const Rule> resizingRules() {
  return kResizingRules;
}

}  // namespace mcc
