// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed convolution as convolutions. Output coordinates that are equal modulo the stride, a
// phase, are reached by the same taps: over them it is a convolution of stride 1, whose taps run
// backwards.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/window.h"
#include "runtime_support/math/special.h"

namespace mcc::rt {

/// One dimension of a phase.
struct PhaseAxis {
  std::int64_t outputs;   // coordinates phase, phase + stride, ... of the output
  std::int64_t taps;      // how many taps reach them: lastTap, lastTap - tapStep, ...
  std::int64_t lastTap;
  std::int64_t tapStep;
  std::int64_t dilation;  // of the convolution over the input
  std::int64_t pad;
};

/// Dimension `d` of a phase. In `window`, `in` is the input of the transposed convolution, `out`
/// its output, and `pad` what it cuts off in front.
constexpr PhaseAxis phaseAxis(const Window& window, int d, std::int64_t phase) {
  const std::int64_t stride = window.stride[d];
  const std::int64_t dilation = window.dilation[d];
  const std::int64_t common = gcd(stride, dilation);
  const std::int64_t tapStep = stride / common;
  const std::int64_t at = phase + window.pad[d];
  const std::int64_t limit = tapStep < window.kernel[d] ? tapStep : window.kernel[d];
  std::int64_t first = 0;
  while (first < limit && (at - first * dilation) % stride != 0) ++first;
  const std::int64_t taps = first < limit ? (window.kernel[d] - 1 - first) / tapStep + 1 : 0;
  const std::int64_t lastTap = taps > 0 ? first + (taps - 1) * tapStep : 0;
  const std::int64_t outputs =
      phase < window.out[d] ? (window.out[d] - phase + stride - 1) / stride : 0;
  return {outputs,
          taps,
          lastTap,
          tapStep,
          dilation / common,
          taps > 0 ? -((at - lastTap * dilation) / stride) : 0};
}

/// A phase of all dimensions: output pixels `first` + stride * place.
struct Phase {
  Window window;  // of the convolution
  Position first;
  std::int64_t lastTap[3];
  std::int64_t tapStep[3];
};

constexpr Phase phaseOf(const Window& window, const Position& first, const PhaseAxis& z,
                        const PhaseAxis& y, const PhaseAxis& x) {
  return {{{window.in[0], window.in[1], window.in[2]},
           {z.outputs, y.outputs, x.outputs},
           {z.taps, y.taps, x.taps},
           {1, 1, 1},
           {z.dilation, y.dilation, x.dilation},
           {z.pad, y.pad, x.pad}},
          first,
          {z.lastTap, y.lastTap, x.lastTap},
          {z.tapStep, y.tapStep, x.tapStep}};
}

constexpr std::int64_t phaseCount(const Window& window, int d) {
  return window.stride[d] < window.out[d] ? window.stride[d] : window.out[d];
}

/// Calls body(phase, taps before it) for every phase that has outputs. All phases together have the
/// taps of the kernel, each once; those of one phase are stored one after the other.
template <class Body>
constexpr void forEachPhase(const Window& window, Body&& body) {
  std::int64_t before = 0;
  for (std::int64_t z = 0; z < phaseCount(window, 0); ++z) {
    const PhaseAxis zAxis = phaseAxis(window, 0, z);
    std::int64_t beforeY = before;
    for (std::int64_t y = 0; y < phaseCount(window, 1); ++y) {
      const PhaseAxis yAxis = phaseAxis(window, 1, y);
      std::int64_t beforeX = beforeY;
      for (std::int64_t x = 0; x < phaseCount(window, 2); ++x) {
        const PhaseAxis xAxis = phaseAxis(window, 2, x);
        body(phaseOf(window, {z, y, x}, zAxis, yAxis, xAxis), beforeX);
        beforeX += zAxis.taps * yAxis.taps * xAxis.taps;
      }
      beforeY += zAxis.taps * yAxis.taps * window.kernel[2];
    }
    before += zAxis.taps * window.kernel[1] * window.kernel[2];
  }
}

/// The number that tap `tap` of a phase has in the whole kernel.
constexpr std::int64_t wholeTap(const Window& whole, const Phase& phase, std::int64_t tap) {
  const std::int64_t (&taps)[3] = phase.window.kernel;
  const std::int64_t z = phase.lastTap[0] - tap / (taps[1] * taps[2]) * phase.tapStep[0];
  const std::int64_t y = phase.lastTap[1] - tap / taps[2] % taps[1] * phase.tapStep[1];
  const std::int64_t x = phase.lastTap[2] - tap % taps[2] * phase.tapStep[2];
  return (z * whole.kernel[1] + y) * whole.kernel[2] + x;
}

/// The number of the output pixel at `place` of a phase.
constexpr std::int64_t wholePixel(const Window& whole, const Phase& phase, const Position& place) {
  const std::int64_t z = phase.first.z + place.z * whole.stride[0];
  const std::int64_t y = phase.first.y + place.y * whole.stride[1];
  const std::int64_t x = phase.first.x + place.x * whole.stride[2];
  return (z * whole.out[1] + y) * whole.out[2] + x;
}

}  // namespace mcc::rt
