// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrent layers of floats with packed weights: what the input adds to the gates is one product
// made beforehand; here every step is a small product with the state and a loop over cells.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/gemm.h"
#include "runtime_support/kernels/memory.h"
#include "runtime_support/kernels/recurrent_plain.h"
#include "runtime_support/math/exponential.h"
#include "runtime_support/math/hyperbolic.h"
#include "runtime_support/math/rounding.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// Epilogue: adds the input's part of the gates.
struct AddGates {
  const float* gates;

  template <class Lanes>
  F32 operator()(F32 sum, std::int64_t at, std::int64_t, Lanes lanes) const {
    return sum + load(gates + at, lanes);
  }
};

/// Epilogues of a whole simple cell.
struct TanhGates {
  const float* gates;

  template <class Lanes>
  F32 operator()(F32 sum, std::int64_t at, std::int64_t, Lanes lanes) const {
    return tanh(sum + load(gates + at, lanes));
  }
};
struct ReluGates {
  const float* gates;

  template <class Lanes>
  F32 operator()(F32 sum, std::int64_t at, std::int64_t, Lanes lanes) const {
    return relu(sum + load(gates + at, lanes));
  }
};

/// The product of one step: [batch][depth] by packed weights [depth][columns].
inline GemmSizes stepProduct(const RecurrentSizes& sizes, std::int64_t columns,
                             std::int64_t depth, std::int64_t start) {
  return {sizes.batch, columns, depth, depth, columns, start};
}

template <class Lanes>
void lstmCell(const float* gates, std::int64_t hidden, float* cell, float* out, Lanes lanes) {
  const F32 enter = sigmoid(load(gates, lanes));
  const F32 keep = sigmoid(load(gates + hidden, lanes));
  const F32 update = tanh(load(gates + 2 * hidden, lanes));
  const F32 leave = sigmoid(load(gates + 3 * hidden, lanes));
  const F32 next = keep * load(cell, lanes) + enter * update;
  store(cell, next, lanes);
  store(out, leave * tanh(next), lanes);
}

/// Cells of all elements: gates [batch][4 * hidden], cells and out [batch][hidden].
inline void lstmCells(const RecurrentSizes& sizes, const float* gates, float* cells, float* out) {
  const std::int64_t hidden = sizes.hidden;
  for (std::int64_t b = 0; b < sizes.batch; ++b) {
    const float* const from = gates + b * 4 * hidden;
    const std::int64_t at = b * hidden;
    std::int64_t j = 0;
    for (; j + F32::kLanes <= hidden; j += F32::kLanes) {
      lstmCell(from + j, hidden, cells + at + j, out + at + j, AllLanes{});
    }
    if (j < hidden) {
      lstmCell(from + j, hidden, cells + at + j, out + at + j, SomeLanes{hidden - j});
    }
  }
}

/// Gates in order i, f, g, o: gates [steps][batch][4 * hidden] hold the input's part with both
/// biases and are used up. y [steps][batch][hidden]; cells [batch][hidden] is the last cell state;
/// lastH may be null.
template <class RegisterTile>
[[gnu::noinline]] void lstm(const RecurrentSizes& sizes, float* gates, const float* recurrent,
                            const float* h, const float* c, float* y, float* lastH,
                            float* cells) {
  const std::int64_t hidden = sizes.hidden;
  copy(c, cells, sizes.batch * hidden);
  const float* state = h;
  for (std::int64_t i = 0; i < sizes.steps; ++i) {
    const std::int64_t first = stepAt(sizes, i) * sizes.batch;
    const std::int64_t start = first * 4 * hidden;
    gemmPanels(RegisterTile{}, stepProduct(sizes, 4 * hidden, hidden, start), state,
               PackedMatrix{recurrent}, nullptr, gates, AddGates{gates});
    lstmCells(sizes, gates + start, cells, y + first * hidden);
    state = y + first * hidden;
  }
  if (lastH != nullptr) copy(state, lastH, sizes.batch * hidden);
}

/// The same with y [steps][batch][outputs] = projection * what the cells give; scratch
/// [batch][hidden].
template <class RegisterTile, class ProjectionTile>
[[gnu::noinline]] void lstmProjected(const RecurrentSizes& sizes, float* gates,
                                     const float* recurrent, const float* projection,
                                     const float* h, const float* c, float* y, float* lastH,
                                     float* cells, float* scratch) {
  const std::int64_t hidden = sizes.hidden;
  const std::int64_t outputs = sizes.outputs;
  copy(c, cells, sizes.batch * hidden);
  const float* state = h;
  for (std::int64_t i = 0; i < sizes.steps; ++i) {
    const std::int64_t first = stepAt(sizes, i) * sizes.batch;
    const std::int64_t start = first * 4 * hidden;
    gemmPanels(RegisterTile{}, stepProduct(sizes, 4 * hidden, outputs, start), state,
               PackedMatrix{recurrent}, nullptr, gates, AddGates{gates});
    lstmCells(sizes, gates + start, cells, scratch);
    gemmPanels(ProjectionTile{}, stepProduct(sizes, outputs, hidden, first * outputs), scratch,
               PackedMatrix{projection}, nullptr, y, Identity{});
    state = y + first * outputs;
  }
  if (lastH != nullptr) copy(state, lastH, sizes.batch * outputs);
}

template <class Lanes>
void gruCell(const float* in, const float* back, std::int64_t hidden, const float* old, float* out,
             Lanes lanes) {
  const F32 reset = sigmoid(load(in, lanes) + load(back, lanes));
  const F32 update = sigmoid(load(in + hidden, lanes) + load(back + hidden, lanes));
  const F32 candidate =
      tanh(load(in + 2 * hidden, lanes) + reset * load(back + 2 * hidden, lanes));
  store(out, candidate + update * (load(old, lanes) - candidate), lanes);
}

/// Gates in order r, z, n: gates [steps][batch][3 * hidden] hold the input's part with its bias.
/// y [steps][batch][hidden]; lastH may be null; scratch [batch][3 * hidden].
template <class RegisterTile>
[[gnu::noinline]] void gru(const RecurrentSizes& sizes, const float* gates, const float* recurrent,
                           const float* recurrentBias, const float* h, float* y, float* lastH,
                           float* scratch) {
  const std::int64_t hidden = sizes.hidden;
  const float* state = h;
  for (std::int64_t i = 0; i < sizes.steps; ++i) {
    const std::int64_t first = stepAt(sizes, i) * sizes.batch;
    gemmPanels(RegisterTile{}, stepProduct(sizes, 3 * hidden, hidden, 0), state,
               PackedMatrix{recurrent}, recurrentBias, scratch, Identity{});
    for (std::int64_t b = 0; b < sizes.batch; ++b) {
      const float* const in = gates + (first + b) * 3 * hidden;
      const float* const back = scratch + b * 3 * hidden;
      const float* const old = state + b * hidden;
      float* const out = y + (first + b) * hidden;
      std::int64_t j = 0;
      for (; j + F32::kLanes <= hidden; j += F32::kLanes) {
        gruCell(in + j, back + j, hidden, old + j, out + j, AllLanes{});
      }
      if (j < hidden) gruCell(in + j, back + j, hidden, old + j, out + j, SomeLanes{hidden - j});
    }
    state = y + first * hidden;
  }
  if (lastH != nullptr) copy(state, lastH, sizes.batch * hidden);
}

/// y [steps][batch][hidden] holds the input's part with both biases and becomes the result. Cell:
/// TanhGates or ReluGates. lastH may be null.
template <class RegisterTile, class Cell>
[[gnu::noinline]] void rnn(const RecurrentSizes& sizes, const float* recurrent, const float* h,
                           float* y, float* lastH) {
  const std::int64_t hidden = sizes.hidden;
  const float* state = h;
  for (std::int64_t i = 0; i < sizes.steps; ++i) {
    const std::int64_t start = stepAt(sizes, i) * sizes.batch * hidden;
    gemmPanels(RegisterTile{}, stepProduct(sizes, hidden, hidden, start), state,
               PackedMatrix{recurrent}, nullptr, y, Cell{y});
    state = y + start;
  }
  if (lastH != nullptr) copy(state, lastH, sizes.batch * hidden);
}

}  // namespace mcc::rt
