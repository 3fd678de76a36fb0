// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of bytes by AVX2: two neighbours in depth at a time (vpmaddwd), which is exact.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "runtime_support/simd/avx2.h"

namespace mcc::rt {

/// Sixteen bytes as 16-bit numbers.
template <class Byte>
inline __m256i loadWide(const Byte* p) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return std::is_signed_v<Byte> ? _mm256_cvtepi8_epi16(bytes) : _mm256_cvtepu8_epi16(bytes);
}

/// Two 16-bit numbers in every lane.
inline IntVector broadcastPair(const std::int16_t* p) {
  std::int32_t pair = 0;
  std::memcpy(&pair, p, sizeof(pair));
  return reinterpret_cast<IntVector>(_mm256_set1_epi32(pair));
}

/// sum + a0 * b0 + a1 * b1 in every lane.
inline IntVector addPairs(IntVector sum, IntVector a, IntVector b) {
  const __m256i products =
      _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
  return reinterpret_cast<IntVector>(_mm256_add_epi32(reinterpret_cast<__m256i>(sum), products));
}

/// For products by tiles (gemm_integer_tiled.h) of bytes. Zero points must lie in -128..255, so
/// that 16 bits hold what is widened and 32 the sum of two products.
struct MultiplyPairs {
  [[maybe_unused]] static constexpr std::int64_t kLanes = 8;
  [[maybe_unused]] static constexpr std::int64_t kDepth = 2;

  template <class X>
  static void widen(const X* x, std::int32_t zero, std::int64_t count, std::int16_t* to) {
    const __m256i zeros = _mm256_set1_epi16(static_cast<std::int16_t>(zero));
    std::int64_t i = 0;
    for (; i + 16 <= count; i += 16) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i),
                          _mm256_sub_epi16(loadWide(x + i), zeros));
    }
    for (; i < count; ++i) to[i] = static_cast<std::int16_t>(x[i] - zero);
  }

  template <int Rows, int Vectors, class W>
  static void multiply(const std::int16_t* a, std::int64_t stride, const W* panel,
                       std::int64_t depth, std::int32_t* sums) {
    IntVector tile[Rows][Vectors];
    unroll<Rows>([&](auto i) MCC_INLINE {
      unroll<Vectors>([&](auto j) MCC_INLINE { tile[i][j] = broadcastInt(0).v; });
    });
    for (std::int64_t k = 0; k < depth; k += kDepth) {
      IntVector b[Vectors];
      unroll<Vectors>([&](auto j) MCC_INLINE {
        b[j] = reinterpret_cast<IntVector>(loadWide(panel + j * 16));
      });
      panel += Vectors * 16;
      unroll<Rows>([&](auto i) MCC_INLINE {
        const IntVector x = broadcastPair(a + i * stride + k);
        unroll<Vectors>([&](auto j) MCC_INLINE { tile[i][j] = addPairs(tile[i][j], x, b[j]); });
      });
    }
    unroll<Rows>([&](auto i) MCC_INLINE {
      unroll<Vectors>([&](auto j) MCC_INLINE {
        std::memcpy(sums + (i * Vectors + j) * kLanes, &tile[i][j], sizeof(IntVector));
      });
    });
  }
};

}  // namespace mcc::rt
