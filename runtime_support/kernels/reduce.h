// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of the middle dimension of [outer][count][inner]: sums, products, extremes, any and
// all.
#pragma once

#include <cstdint>
#include <limits>

#include "runtime_support/math/integers.h"
#include "runtime_support/math/rounding.h"
#include "runtime_support/math/select.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// x is [outer][count][inner], the result [outer][inner].
struct ReduceSizes {
  std::int64_t outer;
  std::int64_t count;
  std::int64_t inner;
};

/// What is done with vectors of floats. Partial results of blocks are combined at the end, so that
/// rounding errors of sums grow with the logarithm of the count rather than with the count.
struct AddLanes {
  static F32 start() { return broadcast(0.0f); }
  static F32 combine(F32 a, F32 b) { return a + b; }
  static float combine(float a, float b) { return a + b; }
};
struct MaxLanes {
  static F32 start() { return broadcast(-std::numeric_limits<float>::infinity()); }
  static F32 combine(F32 a, F32 b) { return max(a, b); }
  static float combine(float a, float b) { return max(a, b); }
};
struct MinLanes {
  static F32 start() { return broadcast(std::numeric_limits<float>::infinity()); }
  static F32 combine(F32 a, F32 b) { return min(a, b); }
  static float combine(float a, float b) { return min(a, b); }
};

/// All lanes of a vector as one number, halves first.
template <class Lanes>
float combineLanes(F32 a) {
  float x[F32::kLanes];
  store(x, a, AllLanes{});
  for (std::int64_t half = F32::kLanes / 2; half > 0; half /= 2) {
    for (std::int64_t i = 0; i < half; ++i) x[i] = Lanes::combine(x[i], x[i + half]);
  }
  return x[0];
}

/// `count` adjacent floats.
template <class Lanes>
float reduceRun(const float* x, std::int64_t count) {
  constexpr std::int64_t kStep = 4 * F32::kLanes;
  constexpr std::int64_t kBlock = 64 * kStep;
  F32 total = Lanes::start();
  std::int64_t i = 0;
  while (i + kStep <= count) {
    const std::int64_t end = count - i < kBlock ? count : i + kBlock;
    F32 sums[4] = {Lanes::start(), Lanes::start(), Lanes::start(), Lanes::start()};
    for (; i + kStep <= end; i += kStep) {
      unroll<4>([&](auto k) {
        sums[k] = Lanes::combine(sums[k], load(x + i + k * F32::kLanes, AllLanes{}));
      });
    }
    total = Lanes::combine(
        total, Lanes::combine(Lanes::combine(sums[0], sums[1]), Lanes::combine(sums[2], sums[3])));
  }
  float result = combineLanes<Lanes>(total);
  for (; i < count; ++i) result = Lanes::combine(result, x[i]);
  return result;
}

/// One vector of columns: `count` rows, `stride` floats apart.
template <class Lanes, class Which>
void reduceColumns(const float* x, std::int64_t count, std::int64_t stride, float* out,
                   Which which) {
  constexpr std::int64_t kBlock = 64;
  F32 total = Lanes::start();
  for (std::int64_t i = 0; i < count;) {
    const std::int64_t end = count - i < kBlock ? count : i + kBlock;
    F32 block = Lanes::start();
    for (; i < end; ++i) block = Lanes::combine(block, load(x + i * stride, which));
    total = Lanes::combine(total, block);
  }
  store(out, total, which);
}

/// Floats with the vector class. Lanes: AddLanes, MaxLanes or MinLanes.
template <class Lanes>
[[gnu::noinline]] void reduce(const ReduceSizes& sizes, const float* x, float* out) {
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    const float* const from = x + o * sizes.count * sizes.inner;
    float* const to = out + o * sizes.inner;
    if (sizes.inner == 1) {
      *to = reduceRun<Lanes>(from, sizes.count);
      continue;
    }
    std::int64_t c = 0;
    for (; c + F32::kLanes <= sizes.inner; c += F32::kLanes) {
      reduceColumns<Lanes>(from + c, sizes.count, sizes.inner, to + c, AllLanes{});
    }
    if (c < sizes.inner) {
      reduceColumns<Lanes>(from + c, sizes.count, sizes.inner, to + c, SomeLanes{sizes.inner - c});
    }
  }
}

/// What is done with single elements of any type; sums and products of integers wrap around.
template <class T>
struct AddEach {
  static constexpr T start() { return T(0); }
  static constexpr T combine(T a, T b) {
    return static_cast<T>(static_cast<WrappingType<T>>(a) + static_cast<WrappingType<T>>(b));
  }
};
template <class T>
struct MultiplyEach {
  static constexpr T start() { return T(1); }
  static constexpr T combine(T a, T b) {
    return static_cast<T>(static_cast<WrappingType<T>>(a) * static_cast<WrappingType<T>>(b));
  }
};
template <class T>
struct MaxEach {
  static constexpr T start() {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
  static constexpr T combine(T a, T b) { return max(a, b); }
};
template <class T>
struct MinEach {
  static constexpr T start() {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
  }
  static constexpr T combine(T a, T b) { return min(a, b); }
};
struct AnyEach {
  static constexpr bool start() { return false; }
  static constexpr bool combine(bool a, bool b) { return a || b; }
};
struct AllEach {
  static constexpr bool start() { return true; }
  static constexpr bool combine(bool a, bool b) { return a && b; }
};

/// Any type, element by element. Each: AddEach<T>, MultiplyEach<T>, MaxEach<T>, MinEach<T>, AnyEach
/// or AllEach.
template <class Each, class T>
[[gnu::noinline]] void reduceEach(const ReduceSizes& sizes, const T* x, T* out) {
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      T total = Each::start();
      for (std::int64_t i = 0; i < sizes.count; ++i) {
        total = Each::combine(total, x[(o * sizes.count + i) * sizes.inner + c]);
      }
      out[o * sizes.inner + c] = total;
    }
  }
}

/// The position of the first largest (or, if Smallest, smallest) element; NaN counts as extreme.
template <bool Smallest, class T>
[[gnu::noinline]] void argExtreme(const ReduceSizes& sizes, const T* x, std::int64_t* out) {
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      const T* const from = x + o * sizes.count * sizes.inner + c;
      T best = from[0];
      std::int64_t at = 0;
      for (std::int64_t i = 1; i < sizes.count && best == best; ++i) {
        const T candidate = from[i * sizes.inner];
        const bool better = Smallest ? candidate < best : candidate > best;
        if (better || candidate != candidate) {
          best = candidate;
          at = i;
        }
      }
      out[o * sizes.inner + c] = at;
    }
  }
}

}  // namespace mcc::rt
