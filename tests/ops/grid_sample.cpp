// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// grid_sample against literal results.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

Attributes settings(const char* mode, const char* padding, bool alignCorners) {
  return {{"mode", mode}, {"padding", padding}, {"align_corners", alignCorners}};
}

// A 2 x 3 image {{1, 2, 3}, {4, 5, 6}} read at (x, y).
double read(double x, double y, const Attributes& attributes) {
  const Tensor image = literal(DType::f64, {1, 2, 3, 1}, {1, 2, 3, 4, 5, 6});
  const Tensor grid = literal(DType::f64, {1, 1, 1, 2}, {x, y});
  return run(Op::grid_sample, {&image, &grid}, attributes)[0].real(0);
}

TEST_CASE("grid_sample reads corners, centres and mixtures") {
  const Attributes aligned = settings("bilinear", "zeros", true);
  CHECK(read(-1, -1, aligned) == 1);
  CHECK(read(1, 1, aligned) == 6);
  CHECK(read(0, 0, aligned) == doctest::Approx(3.5));
  CHECK(read(0.5, -1, aligned) == doctest::Approx(2.5));
  const Attributes centred = settings("bilinear", "zeros", false);
  CHECK(read(0, 0, centred) == doctest::Approx(3.5));
  CHECK(read(-1, -1, centred) == doctest::Approx(0.25));  // a quarter of the corner's element
}

TEST_CASE("grid_sample pads with zeros, the border or a mirror") {
  CHECK(read(3, 0, settings("bilinear", "zeros", true)) == 0);
  CHECK(read(3, -1, settings("bilinear", "border", true)) == 3);
  CHECK(read(2, -1, settings("bilinear", "reflection", true)) == doctest::Approx(2));
  CHECK(read(1.9, -1, settings("nearest", "reflection", false)) == doctest::Approx(2));
  CHECK(read(1e30, -1, settings("bilinear", "zeros", true)) == 0);
  CHECK(read(kNan, -1, settings("bilinear", "border", true)) == 1);
}

TEST_CASE("grid_sample nearest rounds halves to even") {
  CHECK(read(-0.5, -1, settings("nearest", "zeros", true)) == 1);  // 0.5 -> 0
  CHECK(read(0.5, -1, settings("nearest", "zeros", true)) == 3);   // 1.5 -> 2
}

TEST_CASE("grid_sample bicubic weighs four by four elements") {
  const Attributes border = settings("bicubic", "border", true);
  CHECK(read(0, -1, border) == doctest::Approx(2));
  // Halfway between columns 0 and 1: -3/32, 19/32, 19/32, -3/32 over columns 0, 0, 1, 2.
  CHECK(read(-0.5, -1, border) == doctest::Approx((-3 * 1.0 + 19 * 1 + 19 * 2 - 3 * 3) / 32));
  CHECK(read(-0.5, -1, settings("bicubic", "zeros", true)) ==
        doctest::Approx((19 * 1.0 + 19 * 2 - 3 * 3) / 32));
}

TEST_CASE("grid_sample of volumes takes x from the last dimension; several images and channels") {
  const Tensor x = noise(DType::f32, {2, 2, 3, 4, 2}, 1);
  Tensor grid(DType::f32, {2, 1, 1, 2, 3});
  for (std::int64_t i = 0; i < grid.size(); ++i) grid.setReal(i, i % 3 == 0 ? 1 : -1);
  const Tensor out = run(Op::grid_sample, {&x, &grid}, settings("bilinear", "zeros", true))[0];
  REQUIRE(out.shape() == Sizes{2, 1, 1, 2, 2});
  for (std::int64_t n = 0; n < 2; ++n) {
    for (std::int64_t i = 0; i < 4; ++i) {
      CHECK(out.real(n * 4 + i) == doctest::Approx(x.real((n * 24 + 3) * 2 + i % 2)));
    }
  }
}

TEST_CASE("grid_sample names what does not fit") {
  const Tensor x(DType::f32, {1, 2, 2, 1});
  const Tensor grid(DType::f32, {2, 1, 1, 2});
  CHECK(errorOf(Op::grid_sample, {&x, &grid}, settings("bilinear", "zeros", true)) ==
        "grid_sample: the batch size of the grid is 2 but must be 1");
  const Tensor cube(DType::f32, {1, 2, 2, 2, 1});
  const Tensor cubeGrid(DType::f32, {1, 1, 1, 1, 3});
  CHECK(errorOf(Op::grid_sample, {&cube, &cubeGrid}, settings("bicubic", "zeros", true)) ==
        "grid_sample: bicubic takes 2 spatial dimensions");
}

}  // namespace
}  // namespace mcc::test
