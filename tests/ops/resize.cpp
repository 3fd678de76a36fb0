// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// resize against literal results and formulas that hold for any input.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

Attributes to(Sizes size, const char* mode, bool alignCorners = false, bool antialias = false,
              std::vector<double> scales = {}) {
  if (scales.empty()) scales.assign(size.size(), 0.0);
  return {{"size", size}, {"mode", mode}, {"align_corners", alignCorners},
          {"antialias", antialias}, {"scales", scales}};
}

std::vector<double> line(const std::vector<double>& x, const Attributes& attributes) {
  const Tensor in = literal(DType::f64, {1, static_cast<std::int64_t>(x.size()), 1}, x);
  return reals(run(Op::resize, {&in}, attributes)[0]);
}

void checkLine(const std::vector<double>& got, const std::vector<double>& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == doctest::Approx(want[i]));
}

TEST_CASE("resize nearest and nearest_exact choose different elements") {
  checkLine(line({1, 2, 3}, to({5}, "nearest")), {1, 1, 2, 2, 3});
  checkLine(line({1, 2, 3}, to({5}, "nearest_exact")), {1, 1, 2, 3, 3});
  checkLine(line({1, 2, 3, 4, 5}, to({2}, "nearest")), {1, 3});
  checkLine(line({1, 2, 3, 4, 5}, to({2}, "nearest_exact")), {2, 4});
}

TEST_CASE("resize follows the scale that was given, not the ratio of the sizes") {
  // 5 * 1.3 = 6.5, so 6 outputs; output 5 reads floor(5 / 1.3) = 3, by the ratio it would be 4.
  checkLine(line({1, 2, 3, 4, 5}, to({6}, "nearest", false, false, {1.3})), {1, 1, 2, 3, 4, 4});
}

TEST_CASE("resize linear with and without aligned corners") {
  checkLine(line({1, 3}, to({4}, "linear")), {1, 1.5, 2.5, 3});
  checkLine(line({1, 3}, to({5}, "linear", true)), {1, 1.5, 2, 2.5, 3});
  checkLine(line({1, 2, 3, 4}, to({2}, "linear")), {1.5, 3.5});
  checkLine(line({1, 2, 3, 4}, to({1}, "linear", true)), {1});
}

TEST_CASE("resize cubic gives back samples at aligned corners and continues straight lines") {
  const std::vector<double> x = {4, -1, 7, 2, 5, 0};
  const std::vector<double> out = line(x, to({11}, "cubic", true));
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(out[2 * i] == doctest::Approx(x[i]));
  // Halfway between samples the weights are -3/32, 19/32, 19/32, -3/32.
  CHECK(out[5] == doctest::Approx((-3 * -1.0 + 19 * 7 + 19 * 2 - 3 * 5) / 32));
  CHECK(out[1] == doctest::Approx((-3 * 4.0 + 19 * 4 + 19 * -1 - 3 * 7) / 32));  // edge repeats
}

TEST_CASE("resize antialiased averages over the whole window when shrinking") {
  // Triangle of half-width 2 around 1.5: 0.25, 0.75, 0.75, 0.25 over elements 0..3.
  checkLine(line({1, 2, 4, 8}, to({2}, "linear", false, true)),
            {(0.75 * 1 + 0.75 * 2 + 0.25 * 4) / 1.75, (0.25 * 2 + 0.75 * 4 + 0.75 * 8) / 1.75});
  const std::vector<double> flat = line({3, 3, 3, 3, 3, 3, 3}, to({3}, "cubic", false, true));
  checkLine(flat, {3, 3, 3});
}

TEST_CASE("resize of a volume is separable and keeps channels apart") {
  const Tensor x = noise(DType::f32, {2, 2, 3, 2, 3}, 1);
  const Tensor out = run(Op::resize, {&x}, to({4, 6, 2}, "nearest"))[0];
  REQUIRE(out.shape() == Sizes{2, 4, 6, 2, 3});
  std::int64_t i = 0;
  forEachIndex(out.shape(), [&](const Sizes& at) {
    CHECK(out.real(i++) ==
          x.real((((at[0] * 2 + at[1] / 2) * 3 + at[2] / 2) * 2 + at[3]) * 3 + at[4]));
  });
}

TEST_CASE("resize moves integers exactly and refuses to mix them") {
  Tensor x(DType::i64, {1, 1, 1});
  x.setInteger(0, INT64_MAX - 1);
  CHECK(run(Op::resize, {&x}, to({2}, "nearest"))[0].integer(1) == INT64_MAX - 1);
  CHECK(errorOf(Op::resize, {&x}, to({2}, "linear")) ==
        "resize: linear interpolation is not defined for i64");
  const Tensor empty(DType::f32, {0, 2, 3});
  CHECK(run(Op::resize, {&empty}, to({5}, "linear"))[0].shape() == Sizes{0, 5, 3});
}

}  // namespace
}  // namespace mcc::test
