// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of bytes by NEON: one element of depth at a time, by 16-bit multiplications that add in
// 32 bits (smlal), which is exact.
#pragma once

#include <arm_neon.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "runtime_support/simd/neon.h"

namespace mcc::rt {

/// Eight bytes as 16-bit numbers.
template <class Byte>
inline int16x8_t widenBytes(uint8x8_t bytes) {
  if constexpr (std::is_signed_v<Byte>) return vmovl_s8(vreinterpret_s8_u8(bytes));
  return vreinterpretq_s16_u16(vmovl_u8(bytes));
}

/// Four bytes as 16-bit numbers.
template <class Byte>
inline int16x4_t loadFour(const Byte* p) {
  std::uint32_t four = 0;
  std::memcpy(&four, p, sizeof(four));
  return vget_low_s16(widenBytes<Byte>(vreinterpret_u8_u32(vdup_n_u32(four))));
}

/// For products by tiles (gemm_integer_tiled.h) of bytes. Zero points must lie in -128..255, so
/// that 16 bits hold what is widened.
struct MultiplyLanes {
  [[maybe_unused]] static constexpr std::int64_t kLanes = 4;
  [[maybe_unused]] static constexpr std::int64_t kDepth = 1;

  template <class X>
  static void widen(const X* x, std::int32_t zero, std::int64_t count, std::int16_t* to) {
    const int16x8_t zeros = vdupq_n_s16(static_cast<std::int16_t>(zero));
    std::int64_t i = 0;
    for (; i + 8 <= count; i += 8) {
      uint8x8_t bytes;
      std::memcpy(&bytes, x + i, sizeof(bytes));
      vst1q_s16(to + i, vsubq_s16(widenBytes<X>(bytes), zeros));
    }
    for (; i < count; ++i) to[i] = static_cast<std::int16_t>(x[i] - zero);
  }

  template <int Rows, int Vectors, class W>
  static void multiply(const std::int16_t* a, std::int64_t stride, const W* panel,
                       std::int64_t depth, std::int32_t* sums) {
    int32x4_t tile[Rows][Vectors];
    unroll<Rows>([&](auto i) MCC_INLINE {
      unroll<Vectors>([&](auto j) MCC_INLINE { tile[i][j] = vdupq_n_s32(0); });
    });
    for (std::int64_t k = 0; k < depth; ++k) {
      int16x4_t b[Vectors];
      unroll<Vectors>([&](auto j) MCC_INLINE { b[j] = loadFour(panel + j * kLanes); });
      panel += Vectors * kLanes;
      unroll<Rows>([&](auto i) MCC_INLINE {
        const std::int16_t x = a[i * stride + k];
        unroll<Vectors>([&](auto j) MCC_INLINE { tile[i][j] = vmlal_n_s16(tile[i][j], b[j], x); });
      });
    }
    unroll<Rows>([&](auto i) MCC_INLINE {
      unroll<Vectors>([&](auto j) MCC_INLINE {
        vst1q_s32(sums + (i * Vectors + j) * kLanes, tile[i][j]);
      });
    });
  }
};

}  // namespace mcc::rt
