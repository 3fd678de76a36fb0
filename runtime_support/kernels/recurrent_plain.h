// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrent layers of any floating-point type with weights as PyTorch has them, one layer and one
// direction.
#pragma once

#include <cmath>
#include <cstdint>

#include "runtime_support/kernels/memory.h"

namespace mcc::rt {

/// Sizes of x [steps][batch][inputs] and of the states.
struct RecurrentSizes {
  std::int64_t steps;
  std::int64_t batch;
  std::int64_t inputs;
  std::int64_t hidden;
  std::int64_t outputs;  // what is fed back: hidden, or less with a projection
  bool reverse;          // the last step comes first
};

/// The step that is taken as number `i`.
constexpr std::int64_t stepAt(const RecurrentSizes& sizes, std::int64_t i) {
  return sizes.reverse ? sizes.steps - 1 - i : i;
}

/// Rows of gates: input [rows][inputs], recurrent [rows][outputs], biases [rows] or null.
template <class T>
struct RecurrentWeights {
  const T* input;
  const T* recurrent;
  const T* inputBias;
  const T* recurrentBias;
};

/// The same for every type, so that a program carries it for its own only.
template <class T>
T logistic(T x) {
  return T(1) / (T(1) + std::exp(-x));
}

template <class T>
T dotProduct(const T* a, const T* b, std::int64_t count) {
  T sums[4] = {T(0), T(0), T(0), T(0)};
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::int64_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < count; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// out[r] = weights[r] * in + bias[r].
template <class T>
void transformRow(const T* weights, const T* bias, const T* in, std::int64_t rows,
                  std::int64_t depth, T* out) {
  for (std::int64_t r = 0; r < rows; ++r) {
    const T start = bias != nullptr ? bias[r] : T(0);
    out[r] = start + dotProduct(weights + r * depth, in, depth);
  }
}

/// Both parts of the gates of element b at step t: in [rows], back [rows].
template <class T>
void computeGates(const RecurrentSizes& sizes, const RecurrentWeights<T>& weights,
                  std::int64_t rows, const T* x, const T* state, T* in, T* back) {
  transformRow(weights.input, weights.inputBias, x, rows, sizes.inputs, in);
  transformRow(weights.recurrent, weights.recurrentBias, state, rows, sizes.outputs, back);
}

/// Gates in order i, f, g, o. `projection` [outputs][hidden] may be null, `lastH` too.
/// y [steps][batch][outputs]; cells [batch][hidden] is the last cell state. scratch [9 * hidden].
template <class T>
[[gnu::noinline]] void lstmPlain(const RecurrentSizes& sizes, const RecurrentWeights<T>& weights,
                                 const T* projection, const T* x, const T* h, const T* c, T* y,
                                 T* lastH, T* cells, T* scratch) {
  const std::int64_t hidden = sizes.hidden;
  T* const in = scratch;
  T* const back = scratch + 4 * hidden;
  T* const row = scratch + 8 * hidden;
  copy(c, cells, sizes.batch * hidden);
  const T* state = h;
  for (std::int64_t i = 0; i < sizes.steps; ++i) {
    const std::int64_t first = stepAt(sizes, i) * sizes.batch;
    for (std::int64_t b = 0; b < sizes.batch; ++b) {
      computeGates(sizes, weights, 4 * hidden, x + (first + b) * sizes.inputs,
                   state + b * sizes.outputs, in, back);
      T* const cell = cells + b * hidden;
      T* const out = y + (first + b) * sizes.outputs;
      T* const target = projection != nullptr ? row : out;
      for (std::int64_t j = 0; j < hidden; ++j) {
        const T enter = logistic(in[j] + back[j]);
        const T keep = logistic(in[hidden + j] + back[hidden + j]);
        const T update = std::tanh(in[2 * hidden + j] + back[2 * hidden + j]);
        const T leave = logistic(in[3 * hidden + j] + back[3 * hidden + j]);
        cell[j] = keep * cell[j] + enter * update;
        target[j] = leave * std::tanh(cell[j]);
      }
      if (projection == nullptr) continue;
      transformRow(projection, static_cast<const T*>(nullptr), row, sizes.outputs, hidden, out);
    }
    state = y + first * sizes.outputs;
  }
  if (lastH != nullptr) copy(state, lastH, sizes.batch * sizes.outputs);
}

/// Gates in order r, z, n. y [steps][batch][hidden]; lastH may be null. scratch [6 * hidden].
template <class T>
[[gnu::noinline]] void gruPlain(const RecurrentSizes& sizes, const RecurrentWeights<T>& weights,
                                const T* x, const T* h, T* y, T* lastH, T* scratch) {
  const std::int64_t hidden = sizes.hidden;
  T* const in = scratch;
  T* const back = scratch + 3 * hidden;
  const T* state = h;
  for (std::int64_t i = 0; i < sizes.steps; ++i) {
    const std::int64_t first = stepAt(sizes, i) * sizes.batch;
    for (std::int64_t b = 0; b < sizes.batch; ++b) {
      const T* const old = state + b * hidden;
      T* const out = y + (first + b) * hidden;
      computeGates(sizes, weights, 3 * hidden, x + (first + b) * sizes.inputs, old, in, back);
      for (std::int64_t j = 0; j < hidden; ++j) {
        const T reset = logistic(in[j] + back[j]);
        const T update = logistic(in[hidden + j] + back[hidden + j]);
        const T candidate = std::tanh(in[2 * hidden + j] + reset * back[2 * hidden + j]);
        out[j] = candidate + update * (old[j] - candidate);
      }
    }
    state = y + first * hidden;
  }
  if (lastH != nullptr) copy(state, lastH, sizes.batch * hidden);
}

/// tanh, or relu if Relu. y [steps][batch][hidden]; lastH may be null. scratch [2 * hidden].
template <bool Relu, class T>
[[gnu::noinline]] void rnnPlain(const RecurrentSizes& sizes, const RecurrentWeights<T>& weights,
                                const T* x, const T* h, T* y, T* lastH, T* scratch) {
  const std::int64_t hidden = sizes.hidden;
  const T* state = h;
  for (std::int64_t i = 0; i < sizes.steps; ++i) {
    const std::int64_t first = stepAt(sizes, i) * sizes.batch;
    for (std::int64_t b = 0; b < sizes.batch; ++b) {
      T* const out = y + (first + b) * hidden;
      computeGates(sizes, weights, hidden, x + (first + b) * sizes.inputs, state + b * hidden,
                   scratch, scratch + hidden);
      for (std::int64_t j = 0; j < hidden; ++j) {
        const T sum = scratch[j] + scratch[hidden + j];
        out[j] = !Relu ? std::tanh(sum) : sum < T(0) ? T(0) : sum;
      }
    }
    state = y + first * hidden;
  }
  if (lastH != nullptr) copy(state, lastH, sizes.batch * hidden);
}

}  // namespace mcc::rt
