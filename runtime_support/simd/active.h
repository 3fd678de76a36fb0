// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector class of the instruction set being compiled for, chosen by one MCC_SIMD_ macro;
// without
// any of them, plain C++.
#pragma once

#if defined(MCC_SIMD_AVX512)
#include "runtime_support/simd/avx512.h"
#elif defined(MCC_SIMD_AVX2)
#include "runtime_support/simd/avx2.h"
#elif defined(MCC_SIMD_SSE2)
#include "runtime_support/simd/sse2.h"
#elif defined(MCC_SIMD_NEON)
#include "runtime_support/simd/neon.h"
#else
#include "runtime_support/simd/scalar.h"
#endif
