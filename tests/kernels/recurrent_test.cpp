// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrent layers: the plain kernels against the cell equations in double precision, the packed
// ones against the same.
#include "runtime_support/kernels/recurrent.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime_support/kernels/pack.h"
#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::near;
using testing::randomFloats;

using RegisterTile = Tile<4, 1, 1, 1>;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// A layer of `gates` rows per hidden element, with its operands.
struct Layer {
  RecurrentSizes sizes;
  std::int64_t gates;
  std::vector<float> x, h, c, input, recurrent, inputBias, recurrentBias, projection;

  Layer(const RecurrentSizes& s, std::int64_t gateCount)
      : sizes(s),
        gates(gateCount),
        x(randomFloats(s.steps * s.batch * s.inputs, 1)),
        h(randomFloats(s.batch * s.outputs, 2)),
        c(randomFloats(s.batch * s.hidden, 3)),
        input(randomFloats(gates * s.hidden * s.inputs, 4)),
        recurrent(randomFloats(gates * s.hidden * s.outputs, 5)),
        inputBias(randomFloats(gates * s.hidden, 6)),
        recurrentBias(randomFloats(gates * s.hidden, 7)),
        projection(randomFloats(s.outputs * s.hidden, 8)) {
    // Small weights: large ones make the layer chaotic, and rounding errors would grow.
    for (auto* weight : {&input, &recurrent, &projection}) {
      for (float& w : *weight) w *= 0.1f;
    }
  }

  bool isProjected() const { return sizes.outputs != sizes.hidden; }
  RecurrentWeights<float> weights() const {
    return {input.data(), recurrent.data(), inputBias.data(), recurrentBias.data()};
  }
  double in(std::int64_t row, const float* from) const {
    double sum = static_cast<double>(inputBias[static_cast<std::size_t>(row)]);
    for (std::int64_t i = 0; i < sizes.inputs; ++i) {
      sum += static_cast<double>(input[static_cast<std::size_t>(row * sizes.inputs + i)]) *
             static_cast<double>(from[i]);
    }
    return sum;
  }
  double back(std::int64_t row, const double* state) const {
    double sum = static_cast<double>(recurrentBias[static_cast<std::size_t>(row)]);
    for (std::int64_t i = 0; i < sizes.outputs; ++i) {
      sum += static_cast<double>(recurrent[static_cast<std::size_t>(row * sizes.outputs + i)]) *
             state[i];
    }
    return sum;
  }
  /// Packed weights [rows][depth].
  static std::vector<float> packed(const std::vector<float>& w, std::int64_t rows,
                                   std::int64_t depth) {
    std::vector<float> out(
        static_cast<std::size_t>(packedGemmFloats(depth, rows, F32::kLanes)));
    packGemmB(w.data(), depth, rows, F32::kLanes, F32::kLanes, true, out.data());
    return out;
  }
  /// The input's part of all gates, with `both` biases or the first.
  std::vector<float> projected(bool both) const {
    const std::int64_t rows = gates * sizes.hidden;
    std::vector<float> out;
    for (std::int64_t i = 0; i < sizes.steps * sizes.batch; ++i) {
      for (std::int64_t r = 0; r < rows; ++r) {
        const double bias = static_cast<double>(recurrentBias[static_cast<std::size_t>(r)]);
        out.push_back(static_cast<float>(in(r, x.data() + i * sizes.inputs) + (both ? bias : 0)));
      }
    }
    return out;
  }
};

/// y of the layer; step(layer, t's input, state, cell) gives the new row of one element.
template <class Step>
std::vector<double> reference(const Layer& layer, Step step) {
  const RecurrentSizes& s = layer.sizes;
  std::vector<double> y(static_cast<std::size_t>(s.steps * s.batch * s.outputs));
  for (std::int64_t b = 0; b < s.batch; ++b) {
    std::vector<double> state, cell;
    for (std::int64_t j = 0; j < s.outputs; ++j) {
      state.push_back(static_cast<double>(layer.h[static_cast<std::size_t>(b * s.outputs + j)]));
    }
    for (std::int64_t j = 0; j < s.hidden; ++j) {
      cell.push_back(static_cast<double>(layer.c[static_cast<std::size_t>(b * s.hidden + j)]));
    }
    for (std::int64_t i = 0; i < s.steps; ++i) {
      const std::int64_t t = s.reverse ? s.steps - 1 - i : i;
      state = step(layer.x.data() + (t * s.batch + b) * s.inputs, state, cell);
      for (std::int64_t j = 0; j < s.outputs; ++j) {
        y[static_cast<std::size_t>((t * s.batch + b) * s.outputs + j)] =
            state[static_cast<std::size_t>(j)];
      }
    }
  }
  return y;
}

std::vector<double> lstmReference(const Layer& layer) {
  const std::int64_t n = layer.sizes.hidden;
  return reference(layer, [&](const float* x, const std::vector<double>& state,
                              std::vector<double>& cell) {
    std::vector<double> row;
    for (std::int64_t j = 0; j < n; ++j) {
      const auto gate = [&](std::int64_t g) {
        return layer.in(g * n + j, x) + layer.back(g * n + j, state.data());
      };
      double& kept = cell[static_cast<std::size_t>(j)];
      kept = logistic(gate(1)) * kept + logistic(gate(0)) * std::tanh(gate(2));
      row.push_back(logistic(gate(3)) * std::tanh(kept));
    }
    if (!layer.isProjected()) return row;
    std::vector<double> out;
    for (std::int64_t p = 0; p < layer.sizes.outputs; ++p) {
      double sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        sum += static_cast<double>(layer.projection[static_cast<std::size_t>(p * n + j)]) *
               row[static_cast<std::size_t>(j)];
      }
      out.push_back(sum);
    }
    return out;
  });
}

std::vector<double> gruReference(const Layer& layer) {
  const std::int64_t n = layer.sizes.hidden;
  return reference(layer, [&](const float* x, const std::vector<double>& state,
                              std::vector<double>&) {
    std::vector<double> row;
    for (std::int64_t j = 0; j < n; ++j) {
      const auto in = [&](std::int64_t g) { return layer.in(g * n + j, x); };
      const auto back = [&](std::int64_t g) { return layer.back(g * n + j, state.data()); };
      const double z = logistic(in(1) + back(1));
      const double candidate = std::tanh(in(2) + logistic(in(0) + back(0)) * back(2));
      row.push_back((1 - z) * candidate + z * state[static_cast<std::size_t>(j)]);
    }
    return row;
  });
}

std::vector<double> rnnReference(const Layer& layer, bool relu) {
  return reference(layer, [&](const float* x, const std::vector<double>& state,
                              std::vector<double>&) {
    std::vector<double> row;
    for (std::int64_t j = 0; j < layer.sizes.hidden; ++j) {
      const double sum = layer.in(j, x) + layer.back(j, state.data());
      row.push_back(relu ? (sum < 0 ? 0 : sum) : std::tanh(sum));
    }
    return row;
  });
}

void checkLayer(const Layer& layer, const Guarded<float>& y, const Guarded<float>& lastH,
                const std::vector<double>& expected) {
  CHECK(y.intact());
  CHECK(lastH.intact());
  bool same = true;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    same = same && near(static_cast<double>(y[static_cast<std::int64_t>(i)]), expected[i], 10);
  }
  CHECK(same);
  const RecurrentSizes& s = layer.sizes;
  const std::int64_t last = (s.reverse || s.steps == 0 ? 0 : s.steps - 1) * s.batch * s.outputs;
  for (std::int64_t i = 0; i < s.batch * s.outputs; ++i) {
    CHECK(lastH[i] == (s.steps == 0 ? layer.h[static_cast<std::size_t>(i)] : y[last + i]));
  }
}

const RecurrentSizes kCases[] = {{3, 2, 5, 7, 7, false}, {4, 1, 3, 16, 16, true},
                                 {1, 5, 9, 1, 1, false}, {0, 2, 3, 4, 4, false},
                                 {5, 3, 2, 19, 19, true}};

}  // namespace

TEST_CASE("lstm") {
  for (RecurrentSizes sizes : kCases) {
    for (const std::int64_t cut : {0, 3}) {
      if (sizes.hidden <= cut) continue;
      sizes.outputs = sizes.hidden - cut;
      const Layer layer(sizes, 4);
      const std::int64_t n = sizes.hidden;
      const std::int64_t count = sizes.steps * sizes.batch * sizes.outputs;
      const auto expected = lstmReference(layer);
      Guarded<float> y(count), lastH(sizes.batch * sizes.outputs), cells(sizes.batch * n);
      Guarded<float> scratch(9 * n), rows(sizes.batch * n), y2(count);
      lstmPlain(sizes, layer.weights(), layer.isProjected() ? layer.projection.data() : nullptr,
                layer.x.data(), layer.h.data(), layer.c.data(), y.data(), lastH.data(),
                cells.data(), scratch.data());
      checkLayer(layer, y, lastH, expected);
      CHECK(scratch.intact());
      std::vector<float> gates = layer.projected(true);
      const auto recurrent = Layer::packed(layer.recurrent, 4 * n, sizes.outputs);
      if (layer.isProjected()) {
        const auto projection = Layer::packed(layer.projection, sizes.outputs, n);
        lstmProjected<RegisterTile, RegisterTile>(
            sizes, gates.data(), recurrent.data(), projection.data(), layer.h.data(),
            layer.c.data(), y2.data(), lastH.data(), cells.data(), rows.data());
      } else {
        lstm<RegisterTile>(sizes, gates.data(), recurrent.data(), layer.h.data(), layer.c.data(),
                           y2.data(), lastH.data(), cells.data());
      }
      checkLayer(layer, y2, lastH, expected);
      CHECK(cells.intact());
      CHECK(rows.intact());
    }
  }
}

TEST_CASE("gru") {
  for (const RecurrentSizes& sizes : kCases) {
    const Layer layer(sizes, 3);
    const std::int64_t n = sizes.hidden;
    const std::int64_t count = sizes.steps * sizes.batch * n;
    const auto expected = gruReference(layer);
    Guarded<float> y(count), y2(count), lastH(sizes.batch * n), scratch(6 * n);
    Guarded<float> rows(sizes.batch * 3 * n);
    gruPlain(sizes, layer.weights(), layer.x.data(), layer.h.data(), y.data(), lastH.data(),
             scratch.data());
    checkLayer(layer, y, lastH, expected);
    CHECK(scratch.intact());
    const auto recurrent = Layer::packed(layer.recurrent, 3 * n, n);
    gru<RegisterTile>(sizes, layer.projected(false).data(), recurrent.data(),
                      layer.recurrentBias.data(), layer.h.data(), y2.data(), lastH.data(),
                      rows.data());
    checkLayer(layer, y2, lastH, expected);
    CHECK(rows.intact());
  }
}

TEST_CASE("rnn") {
  for (const RecurrentSizes& sizes : kCases) {
    const Layer layer(sizes, 1);
    const std::int64_t n = sizes.hidden;
    const std::int64_t count = sizes.steps * sizes.batch * n;
    for (const bool relu : {false, true}) {
      const auto expected = rnnReference(layer, relu);
      Guarded<float> y(count), y2(count), lastH(sizes.batch * n), scratch(2 * n);
      (relu ? rnnPlain<true, float> : rnnPlain<false, float>)(
          sizes, layer.weights(), layer.x.data(), layer.h.data(), y.data(), lastH.data(),
          scratch.data());
      checkLayer(layer, y, lastH, expected);
      CHECK(scratch.intact());
      const auto gates = layer.projected(true);
      for (std::int64_t i = 0; i < count; ++i) y2.data()[i] = gates[static_cast<std::size_t>(i)];
      const auto recurrent = Layer::packed(layer.recurrent, n, n);
      if (relu) {
        rnn<RegisterTile, ReluGates>(sizes, recurrent.data(), layer.h.data(), y2.data(),
                                     lastH.data());
      } else {
        rnn<RegisterTile, TanhGates>(sizes, recurrent.data(), layer.h.data(), y2.data(),
                                     lastH.data());
      }
      checkLayer(layer, y2, lastH, expected);
    }
  }
}

}  // namespace mcc::rt
