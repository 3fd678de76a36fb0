// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens to a finished sum before it is stored.
//
// An epilogue is a functor
//   template <class Lanes>
//   F32 operator()(F32 sum, std::int64_t at, std::int64_t column, Lanes lanes) const;
// `at` is the offset of the first lane in the output, `column` its innermost index, `lanes` says
// which lanes exist (AllLanes or SomeLanes). It may load other tensors at the same place.
#pragma once

#include <cstdint>

#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// Leaves the sum alone.
struct Identity {
  template <class Lanes>
  F32 operator()(F32 sum, std::int64_t, std::int64_t, Lanes) const {
    return sum;
  }
};

}  // namespace mcc::rt
