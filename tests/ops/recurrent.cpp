// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lstm, gru and rnn against the cell equations, one scalar at a time.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// One layer with its operands; absent biases are null.
struct Layer {
  Tensor x, h, c, wIh, wHh, bIh, bHh;
  bool biased = true;

  double in(std::int64_t row, std::int64_t t, std::int64_t b) const {
    const std::int64_t n = x.dim(2);
    double sum = biased ? bIh.real(row) : 0;
    for (std::int64_t i = 0; i < n; ++i) {
      sum += wIh.real(row * n + i) * x.real((t * x.dim(1) + b) * n + i);
    }
    return sum;
  }
  double back(std::int64_t row, const std::vector<double>& state, std::int64_t b) const {
    const std::int64_t n = wHh.dim(1);
    double sum = biased ? bHh.real(row) : 0;
    for (std::int64_t i = 0; i < n; ++i) {
      sum += wHh.real(row * n + i) * state[static_cast<std::size_t>(b * n + i)];
    }
    return sum;
  }
};

Layer layer(std::int64_t gates, std::int64_t hidden, std::int64_t output, bool biased) {
  constexpr DType kType = DType::f64;
  return {noise(kType, {4, 2, 3}, 1),       noise(kType, {2, output}, 2),
          noise(kType, {2, hidden}, 3),     noise(kType, {gates * hidden, 3}, 4),
          noise(kType, {gates * hidden, output}, 5), noise(kType, {gates * hidden}, 6),
          noise(kType, {gates * hidden}, 7), biased};
}

TEST_CASE("rnn with tanh and relu, both directions, with and without biases") {
  for (int variant = 0; variant < 8; ++variant) {
    const bool isRelu = (variant & 1) != 0;
    const bool reverse = (variant & 2) != 0;
    const Layer l = layer(1, 2, 2, (variant & 4) != 0);
    const std::vector<Tensor> out =
        run(Op::rnn, {&l.x, &l.h, &l.wIh, &l.wHh, l.biased ? &l.bIh : nullptr,
                      l.biased ? &l.bHh : nullptr},
            {{"reverse", reverse}, {"activation", isRelu ? "relu" : "tanh"}});
    std::vector<double> h = reals(l.h);
    for (std::int64_t i = 0; i < 4; ++i) {
      const std::int64_t t = reverse ? 3 - i : i;
      std::vector<double> next = h;
      for (std::int64_t j = 0; j < 4; ++j) {
        const double sum = l.in(j % 2, t, j / 2) + l.back(j % 2, h, j / 2);
        next[static_cast<std::size_t>(j)] = isRelu ? std::fmax(sum, 0) : std::tanh(sum);
        CHECK(out[0].real(t * 4 + j) == doctest::Approx(next[static_cast<std::size_t>(j)]));
      }
      h = next;
    }
    for (std::int64_t j = 0; j < 4; ++j) {
      CHECK(out[1].real(j) == doctest::Approx(h[static_cast<std::size_t>(j)]));
    }
  }
}

TEST_CASE("gru applies the reset gate behind the recurrent matrix") {
  for (const bool reverse : {false, true}) {
    const Layer l = layer(3, 2, 2, !reverse);
    const std::vector<Tensor> out =
        run(Op::gru, {&l.x, &l.h, &l.wIh, &l.wHh, l.biased ? &l.bIh : nullptr,
                      l.biased ? &l.bHh : nullptr}, {{"reverse", reverse}});
    std::vector<double> h = reals(l.h);
    for (std::int64_t i = 0; i < 4; ++i) {
      const std::int64_t t = reverse ? 3 - i : i;
      std::vector<double> next = h;
      for (std::int64_t e = 0; e < 4; ++e) {
        const std::int64_t b = e / 2;
        const std::int64_t j = e % 2;
        const double r = sigmoid(l.in(j, t, b) + l.back(j, h, b));
        const double z = sigmoid(l.in(2 + j, t, b) + l.back(2 + j, h, b));
        const double n = std::tanh(l.in(4 + j, t, b) + r * l.back(4 + j, h, b));
        next[static_cast<std::size_t>(e)] = (1 - z) * n + z * h[static_cast<std::size_t>(e)];
        CHECK(out[0].real(t * 4 + e) == doctest::Approx(next[static_cast<std::size_t>(e)]));
      }
      h = next;
    }
    CHECK(out[1].real(3) == doctest::Approx(h[3]));
  }
}

TEST_CASE("lstm with and without projection") {
  for (const std::int64_t output : {3, 2}) {
    const Layer l = layer(4, 3, output, true);
    const Tensor project = noise(DType::f64, {output, 3}, 9);
    const bool projects = output != 3;
    const std::vector<Tensor> out =
        run(Op::lstm, {&l.x, &l.h, &l.c, &l.wIh, &l.wHh, &l.bIh, &l.bHh,
                       projects ? &project : nullptr}, {{"reverse", projects}});
    REQUIRE(out[1].shape() == Sizes{2, output});
    std::vector<double> h = reals(l.h);
    std::vector<double> c = reals(l.c);
    for (std::int64_t i = 0; i < 4; ++i) {
      const std::int64_t t = projects ? 3 - i : i;
      std::vector<double> raw(6);
      for (std::int64_t e = 0; e < 6; ++e) {
        const auto gate = [&](std::int64_t g) {
          return l.in(g * 3 + e % 3, t, e / 3) + l.back(g * 3 + e % 3, h, e / 3);
        };
        double& cell = c[static_cast<std::size_t>(e)];
        cell = sigmoid(gate(1)) * cell + sigmoid(gate(0)) * std::tanh(gate(2));
        raw[static_cast<std::size_t>(e)] = sigmoid(gate(3)) * std::tanh(cell);
      }
      for (std::int64_t e = 0; e < 2 * output; ++e) {
        double sum = projects ? 0 : raw[static_cast<std::size_t>(e)];
        for (std::int64_t k = 0; projects && k < 3; ++k) {
          sum += project.real(e % output * 3 + k) *
                 raw[static_cast<std::size_t>(e / output * 3 + k)];
        }
        h[static_cast<std::size_t>(e)] = sum;
        CHECK(out[0].real(t * 2 * output + e) == doctest::Approx(sum));
      }
    }
    CHECK(out[1].real(1) == doctest::Approx(h[1]));
    CHECK(out[2].real(4) == doctest::Approx(c[4]));
  }
}

TEST_CASE("recurrent layers name what does not fit; no steps give the initial state") {
  const Layer l = layer(1, 2, 2, true);
  const Attributes forward{{"reverse", false}, {"activation", "tanh"}};
  const Tensor narrow(DType::f64, {2, 2});
  CHECK(errorOf(Op::rnn, {&l.x, &l.h, &narrow, &l.wHh}, forward) ==
        "rnn: shape of w_ih is [2, 2] but must be [2, 3]");
  const Tensor none(DType::f64, {0, 2, 3});
  const std::vector<Tensor> out = run(Op::rnn, {&none, &l.h, &l.wIh, &l.wHh}, forward);
  CHECK(out[0].shape() == Sizes{0, 2, 2});
  checkEqual(out[1], l.h);
}

}  // namespace
}  // namespace mcc::test
