// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// torch.fft: transforms of one and several dimensions, and their native forms.
#include <numeric>

#include "passes/decompose/transforms.h"

namespace mcc {
namespace {

enum class Form : std::uint8_t { complex, real, inverseReal };

// Dimensions to transform and their sizes (one per dimension; -1: as it is).
struct Plan {
  std::vector<std::int64_t> axes;
  std::vector<Dim> sizes;
};

Plan oneAxis(AtenCall& call, ValueId x) {
  const std::int64_t axis = call.axis("dim", call.rank(x));
  return {{axis}, {call.isNone("n") ? Dim(-1) : call.dim("n")}};
}

// dim defaults to all dimensions, or to as many of the last as s has entries.
Plan manyAxes(AtenCall& call, ValueId x) {
  Plan plan;
  plan.sizes = call.dims("s");
  if (call.isNone("dim")) {
    const std::int64_t count =
        plan.sizes.empty() ? call.rank(x) : static_cast<std::int64_t>(plan.sizes.size());
    plan.axes.resize(static_cast<std::size_t>(count));
    std::iota(plan.axes.begin(), plan.axes.end(), call.rank(x) - count);
  } else {
    for (const std::int64_t axis : call.integers("dim")) {
      plan.axes.push_back(normalizeAxis(axis, call.rank(x)));
    }
  }
  if (plan.sizes.empty()) plan.sizes.resize(plan.axes.size(), Dim(-1));
  if (plan.sizes.size() != plan.axes.size() || plan.axes.empty()) {
    throw Error(call.target() + ": s and dim don't fit each other");
  }
  return plan;
}

// The transforms along all but the last axis of the plan are complex.
ValueId transform(AtenCall& call, ValueId x, const Plan& plan, Form form, bool inverse,
                  Scaling scaling) {
  const std::int64_t last = plan.axes.back();
  Dim total(1);
  Dim lastSize = plan.sizes.back();
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const bool isHalf = form == Form::inverseReal && i + 1 == plan.axes.size();
    if (isHalf) {
      if (lastSize == Dim(-1)) lastSize = Dim(2) * (call.dim(x, last) - Dim(1));
      total = total * lastSize;
      continue;
    }
    if (plan.sizes[i] != Dim(-1)) x = fitted(call, x, plan.axes[i], plan.sizes[i]);
    total = total * call.dim(x, plan.axes[i]);
  }
  if (form == Form::real) {
    x = realTransform(call, x, last);
  } else {
    x = toComplex(call, x);
  }
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const bool isLast = i + 1 == plan.axes.size();
    if (isLast && form != Form::complex) continue;
    x = complexTransform(call, x, plan.axes[i], inverse);
  }
  if (form == Form::inverseReal) x = inverseRealTransform(call, x, last, lastSize);
  return scaledBy(call, x, scaling, total);
}

template <Plan (*planOf)(AtenCall&, ValueId), Form form, bool inverse>
void fft(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(transform(call, x, planOf(call, x), form, inverse, scalingOf(call, inverse)));
}

// Transform of a signal with a real spectrum: irfft of the conjugate, scaled as a forward one.
void hfft(AtenCall& call) {
  const ValueId x = conjugated(call, toComplex(call, call.tensor("self")));
  call.result(
      transform(call, x, oneAxis(call, x), Form::inverseReal, true, scalingOf(call, false)));
}

void ihfft(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId y = transform(call, x, oneAxis(call, x), Form::real, false, scalingOf(call, true));
  call.result(conjugated(call, y));
}

// The native forms: dim in order, normalization 0 none, 1 by the root of n, 2 by n.
Plan nativePlan(AtenCall& call, ValueId x) {
  Plan plan;
  for (const std::int64_t axis : call.integers("dim")) {
    plan.axes.push_back(normalizeAxis(axis, call.rank(x)));
    plan.sizes.emplace_back(-1);
  }
  return plan;
}

Scaling nativeScaling(const AtenCall& call) {
  const std::int64_t kind = call.integer("normalization");
  if (kind < 0 || kind > 2) call.unsupported("normalization " + std::to_string(kind));
  return static_cast<Scaling>(kind);
}

void c2c(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (call.integers("dim").empty()) return call.result(x);
  call.result(transform(call, x, nativePlan(call, x), Form::complex, !call.boolean("forward"),
                        nativeScaling(call)));
}

void r2c(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Form form = call.boolean("onesided") ? Form::real : Form::complex;
  call.result(transform(call, x, nativePlan(call, x), form, false, nativeScaling(call)));
}

void c2r(AtenCall& call) {
  const ValueId x = call.tensor("self");
  Plan plan = nativePlan(call, x);
  plan.sizes.back() = call.dim("last_dim_size");
  call.result(transform(call, x, plan, Form::inverseReal, true, nativeScaling(call)));
}

// Rotates dimensions so that frequency 0 moves to the middle, or back.
template <bool inverse>
void shift(AtenCall& call) {
  ValueId x = call.tensor("self");
  for (const std::int64_t axis : call.axes("dim", call.rank(x))) {
    const Dim n = call.dim(x, axis);
    const Dim half = floorDiv(n, Dim(2));
    const Dim head = inverse ? half : n - half;
    const ValueId tail = call.slice(x, axis, head, n - head);
    x = call.concat({tail, call.slice(x, axis, 0, head)}, axis);
  }
  call.result(x);
}

constexpr Rule kFourierRules[] = {
    {"aten.fft_fft.default", fft<oneAxis, Form::complex, false>},
    {"aten.fft_ifft.default", fft<oneAxis, Form::complex, true>},
    {"aten.fft_rfft.default", fft<oneAxis, Form::real, false>},
    {"aten.fft_irfft.default", fft<oneAxis, Form::inverseReal, true>},
    {"aten.fft_hfft.default", hfft},
    {"aten.fft_ihfft.default", ihfft},
    {"aten.fft_fft2.default", fft<manyAxes, Form::complex, false>},
    {"aten.fft_ifft2.default", fft<manyAxes, Form::complex, true>},
    {"aten.fft_rfft2.default", fft<manyAxes, Form::real, false>},
    {"aten.fft_irfft2.default", fft<manyAxes, Form::inverseReal, true>},
    {"aten.fft_fftn.default", fft<manyAxes, Form::complex, false>},
    {"aten.fft_ifftn.default", fft<manyAxes, Form::complex, true>},
    {"aten.fft_rfftn.default", fft<manyAxes, Form::real, false>},
    {"aten.fft_irfftn.default", fft<manyAxes, Form::inverseReal, true>},
    {"aten.fft_fftshift.default", shift<false>},
    {"aten.fft_ifftshift.default", shift<true>},
    {"aten._fft_c2c.default", c2c},
    {"aten._fft_r2c.default", r2c},
    {"aten._fft_c2r.default", c2r},
};

}  // namespace

std::span<const Rule> fourierRules();
std::span<const Rule> fourierRules() {
  return kFourierRules;
}

}  // namespace mcc
