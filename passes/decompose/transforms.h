// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms along any dimension, with PyTorch's scaling, in fft, rfft and irfft nodes.
#pragma once
#include <string>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

// What a transform of n elements is multiplied by: 1, 1 / sqrt(n), 1 / n.
enum class Scaling : std::uint8_t { none, root, full };

// torch.fft's norm: "backward" (None), "ortho", "forward".
Scaling scalingOf(const AtenCall& call, bool inverse);

ValueId toComplex(Builder& builder, ValueId x);
ValueId conjugated(Builder& builder, ValueId complex);
// x times the scaling of n elements.
ValueId scaledBy(Builder& builder, ValueId x, Scaling scaling, const Dim& n);
// Dimension `axis` cut or filled up with zeros to n elements.
ValueId fitted(Builder& builder, ValueId x, std::int64_t axis, const Dim& n);

// Unscaled transforms along an axis.
ValueId complexTransform(Builder& builder, ValueId complex, std::int64_t axis, bool inverse);
ValueId realTransform(Builder& builder, ValueId real, std::int64_t axis);
ValueId inverseRealTransform(Builder& builder, ValueId complex, std::int64_t axis, const Dim& n);

}  // namespace mcc
