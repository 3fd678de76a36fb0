// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// group_norm: groups of channels of each image brought to mean 0 and variance 1, then scaled and
// shifted per channel. The results mean and rstd have x's element type.
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/moments.h"

namespace mcc {
namespace {

std::vector<TensorType> inferGroupNorm(const OpView& view) {
  const TensorType& x = view.input(0);
  requireReal(view, 0);
  requireDTypeOfFirst(view, 1, 2);
  require(view, x.rank() >= 2, "needs a batch and channels, not shape " + text(x.shape));
  const std::int64_t groups = view.attributes().integer("groups");
  view.attributes().real("eps");
  require(view, groups >= 1, "groups must be positive");
  const Dim channels = x.shape.back();
  require(view, !channels.isConstant() || channels.constant() % groups == 0,
          channels.text() + " channels don't divide into " + std::to_string(groups) + " groups");
  requireVector(view, 1, channels, "the weight");
  requireVector(view, 2, channels, "the bias");
  const Shape statistics = {x.shape[0], Dim(groups)};
  return {{x.dtype, x.shape, std::nullopt},
          {x.dtype, statistics, std::nullopt},
          {x.dtype, statistics, std::nullopt}};
}

void evaluateGroupNorm(EvalContext& context) {
  const Tensor& x = context.in(0);
  Tensor y = context.make(0);
  Tensor mean = context.make(1);
  Tensor rstd = context.make(2);
  const double eps = context.node.attributes.real("eps");
  const std::int64_t groups = context.integer("groups");
  const std::int64_t channels = x.shape().back();
  const std::int64_t width = channels / groups;
  const std::int64_t plane = x.size() == 0 ? 0 : x.size() / (x.dim(0) * channels);
  for (std::int64_t job = 0; job < mean.size(); ++job) {
    const auto at = [&](std::int64_t i) {  // element i of the group: position, then channel
      return (job / groups * plane + i / width) * channels + job % groups * width + i % width;
    };
    const Moments m = momentsOf(
        plane * width, [&](std::int64_t i) { return x.real(at(i)); }, eps);
    mean.setReal(job, m.mean);
    rstd.setReal(job, m.rstd);
    for (std::int64_t i = 0; i < plane * width; ++i) {
      const std::int64_t c = at(i) % channels;
      const double scale = context.has(1) ? context.in(1).real(c) : 1;
      const double shift = context.has(2) ? context.in(2).real(c) : 0;
      y.setReal(at(i), (x.real(at(i)) - m.mean) * m.rstd * scale + shift);
    }
  }
  context.results = {std::move(y), std::move(mean), std::move(rstd)};
}

}  // namespace

extern const OpDef group_normDef;
const OpDef group_normDef = {Op::group_norm, inferGroupNorm, evaluateGroupNorm, lowerGroupNorm};

}  // namespace mcc
