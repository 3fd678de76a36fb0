// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax and its logarithm along the middle dimension of [outer][count][inner].
#pragma once

#include <cstdint>

#include "runtime_support/kernels/reduce.h"
#include "runtime_support/math/exponential.h"
#include "runtime_support/math/scalar_functions.h"
#include "runtime_support/math/select.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// One run of adjacent floats: out = exp(x - max) / sum, or x - max - log(sum) if Logarithm.
template <bool Logarithm>
void softmaxRun(const float* x, std::int64_t count, float* out) {
  const float most = reduceRun<MaxLanes>(x, count);
  const F32 shift = broadcast(most);
  F32 sums = broadcast(0.0f);
  std::int64_t i = 0;
  for (; i + F32::kLanes <= count; i += F32::kLanes) {
    const F32 power = exp(load(x + i, AllLanes{}) - shift);
    if (!Logarithm) store(out + i, power, AllLanes{});
    sums = sums + power;
  }
  float total = combineLanes<AddLanes>(sums);
  for (; i < count; ++i) {
    const SomeLanes one{1};
    const F32 power = exp(load(x + i, one) - shift);
    if (!Logarithm) store(out + i, power, one);
    float lanes[F32::kLanes];
    store(lanes, power, AllLanes{});
    total += lanes[0];
  }
  const float logarithm = Logarithm ? log(total) : 0.0f;
  for (i = 0; i < count; i += F32::kLanes) {
    const SomeLanes lanes{count - i < F32::kLanes ? count - i : F32::kLanes};
    const F32 value = Logarithm ? load(x + i, lanes) - shift - broadcast(logarithm)
                                : load(out + i, lanes) / broadcast(total);
    store(out + i, value, lanes);
  }
}

/// One vector of columns, `stride` floats between rows.
template <bool Logarithm, class Which>
void softmaxColumns(const float* x, std::int64_t count, std::int64_t stride, float* out,
                    Which which) {
  F32 most = load(x, which);
  for (std::int64_t i = 1; i < count; ++i) most = max(most, load(x + i * stride, which));
  F32 total = broadcast(0.0f);
  for (std::int64_t i = 0; i < count; ++i) {
    const F32 power = exp(load(x + i * stride, which) - most);
    if (!Logarithm) store(out + i * stride, power, which);
    total = total + power;
  }
  if (Logarithm) {
    float sums[F32::kLanes];
    store(sums, total, AllLanes{});
    for (int k = 0; k < F32::kLanes; ++k) sums[k] = log(sums[k]);
    total = load(sums, AllLanes{});
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const F32 value = Logarithm ? load(x + i * stride, which) - most - total
                                : load(out + i * stride, which) / total;
    store(out + i * stride, value, which);
  }
}

/// Floats. x and out may be the same.
template <bool Logarithm>
[[gnu::noinline]] void softmax(const ReduceSizes& sizes, const float* x, float* out) {
  if (sizes.count == 0) return;
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    const std::int64_t at = o * sizes.count * sizes.inner;
    if (sizes.inner == 1) {
      softmaxRun<Logarithm>(x + at, sizes.count, out + at);
      continue;
    }
    std::int64_t c = 0;
    for (; c + F32::kLanes <= sizes.inner; c += F32::kLanes) {
      softmaxColumns<Logarithm>(x + at + c, sizes.count, sizes.inner, out + at + c, AllLanes{});
    }
    if (c < sizes.inner) {
      softmaxColumns<Logarithm>(x + at + c, sizes.count, sizes.inner, out + at + c,
                                SomeLanes{sizes.inner - c});
    }
  }
}

/// Any floating-point type, element by element.
template <bool Logarithm, class T>
[[gnu::noinline]] void softmaxEach(const ReduceSizes& sizes, const T* x, T* out) {
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      const std::int64_t at = o * sizes.count * sizes.inner + c;
      T most = sizes.count > 0 ? x[at] : T(0);
      for (std::int64_t i = 1; i < sizes.count; ++i) most = max(most, x[at + i * sizes.inner]);
      T total = T(0);
      for (std::int64_t i = 0; i < sizes.count; ++i) total += exp(x[at + i * sizes.inner] - most);
      for (std::int64_t i = 0; i < sizes.count; ++i) {
        const T shifted = x[at + i * sizes.inner] - most;
        out[at + i * sizes.inner] = Logarithm ? shifted - log(total) : exp(shifted) / total;
      }
    }
  }
}

}  // namespace mcc::rt
