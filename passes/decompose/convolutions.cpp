// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions: permuted to channels-last around conv and conv_transpose.
#include "passes/decompose/channels.h"

namespace mcc {
namespace {

struct Settings {
  std::vector<std::int64_t> stride, dilation, low, high, outputPadding;
  std::int64_t groups = 1;
  bool transposed = false;
};

void requireGroups(AtenCall& call, const Settings& s) {
  const auto spatial = static_cast<std::int64_t>(s.stride.size());
  const Dim channels = call.dim(call.tensor("input"), -1 - spatial);
  if (s.groups >= 1 && (!channels.isConstant() || channels.constant() % s.groups == 0)) return;
  throw Error(call.target() + ": the input's " + channels.text() +
              " channels don't divide into groups = " + std::to_string(s.groups));
}

void convolve(AtenCall& call, const Settings& s) {
  requireGroups(call, s);
  const ValueId weight = toChannelsLast(call, call.tensor("weight"));
  const ValueId bias = call.optionalTensor("bias");
  withBatch(call, call.tensor("input"), call.rank(weight) - 2, [&](ValueId input) {
    Attributes attributes{
        {"stride", s.stride}, {"dilation", s.dilation}, {"pad_low", s.low}, {"pad_high", s.high}};
    if (s.transposed) attributes.set("output_padding", s.outputPadding);
    attributes.set("groups", s.groups);
    const ValueId x = toChannelsLast(call, input);
    const Op op = s.transposed ? Op::conv_transpose : Op::conv;
    const ValueId y = call.make(op, {x, weight, bias}, attributes);
    return std::vector<ValueId>{toChannelsFirst(call, y)};
  });
}

std::size_t spatialRank(AtenCall& call) {
  const std::int64_t rank = call.rank(call.tensor("weight"));
  if (rank < 3) throw Error(call.target() + ": the weight needs at least 3 dimensions");
  return static_cast<std::size_t>(rank - 2);
}

Settings commonSettings(AtenCall& call) {
  Settings s;
  const std::size_t n = spatialRank(call);
  s.stride = perDimension(call, "stride", n);
  s.dilation = perDimension(call, "dilation", n);
  s.groups = call.integer("groups");
  return s;
}

void conv(AtenCall& call) {
  Settings s = commonSettings(call);
  s.low = s.high = perDimension(call, "padding", spatialRank(call));
  convolve(call, s);
}

// padding="same": the result has the size of the input; an odd element more stands at the end.
void convPadding(AtenCall& call) {
  Settings s = commonSettings(call);
  const std::string padding = call.string("padding");
  if (padding != "same" && padding != "valid") call.unsupported("padding '" + padding + "'");
  const ValueId weight = call.tensor("weight");
  for (std::size_t d = 0; d < s.stride.size(); ++d) {
    const auto kernel = call.dim(weight, static_cast<std::int64_t>(d) + 2).asConstant();
    if (!kernel) call.unsupported("a kernel of unknown size");
    const std::int64_t total = padding == "same" ? s.dilation[d] * (*kernel - 1) : 0;
    s.low.push_back(total / 2);
    s.high.push_back(total - total / 2);
  }
  convolve(call, s);
}

void convTranspose(AtenCall& call) {
  Settings s = commonSettings(call);
  s.low = s.high = perDimension(call, "padding", spatialRank(call));
  s.outputPadding = perDimension(call, "output_padding", spatialRank(call));
  s.transposed = true;
  convolve(call, s);
}

void convolution(AtenCall& call) {
  if (call.boolean("transposed")) {
    convTranspose(call);
  } else {
    conv(call);
  }
}

constexpr Rule kConvolutionsRules[] = {
    {"aten.conv1d.default", conv},
    {"aten.conv2d.default", conv},
    {"aten.conv3d.default", conv},
    {"aten.conv1d.padding", convPadding},
    {"aten.conv2d.padding", convPadding},
    {"aten.conv3d.padding", convPadding},
    {"aten._convolution_mode.default", convPadding},
    {"aten.conv_transpose1d.default", convTranspose},
    {"aten.conv_transpose2d.input", convTranspose},
    {"aten.conv_transpose3d.input", convTranspose},
    {"aten.convolution.default", convolution},
    {"aten._convolution.default", convolution},
    {"aten._convolution.deprecated", convolution},
};

}  // namespace

std::span<const Rule> convolutionsRules();
std::span<const Rule> convolutionsRules() {
  return kConvolutionsRules;
}

}  // namespace mcc
