// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kth_smallest against sorted lines.
#include <algorithm>

#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

TEST_CASE("kth_smallest gives what sorting puts there, and where it stood") {
  const Tensor x = noise(DType::f32, {2, 9, 3}, 1);
  for (std::int64_t k = 1; k <= 9; ++k) {
    const std::vector<Tensor> out = run(Op::kth_smallest, {&x}, {{"k", k}, {"axis", 1}});
    REQUIRE(out[0].shape() == Sizes{2, 1, 3});
    for (std::int64_t line = 0; line < 6; ++line) {
      const std::int64_t first = line / 3 * 27 + line % 3;
      std::vector<double> sorted;
      for (std::int64_t i = 0; i < 9; ++i) sorted.push_back(x.real(first + 3 * i));
      std::sort(sorted.begin(), sorted.end());
      CHECK(out[0].real(line) == sorted[static_cast<std::size_t>(k - 1)]);
      CHECK(x.real(first + 3 * out[1].integer(line)) == out[0].real(line));
    }
  }
}

TEST_CASE("kth_smallest counts NaN as the largest and picks among equals as PyTorch does") {
  const Attributes last{{"k", 3}, {"axis", 0}};
  const Tensor x = literal(DType::f32, {3}, {1, kNan, 0});
  CHECK(run(Op::kth_smallest, {&x}, last)[1].integer(0) == 1);
  const Tensor equal = literal(DType::i64, {4}, {7, 7, 7, 7});
  CHECK(run(Op::kth_smallest, {&equal}, {{"k", 1}, {"axis", 0}})[1].integer(0) == 1);
  CHECK(errorOf(Op::kth_smallest, {&x}, {{"k", 4}, {"axis", 0}}) ==
        "kth_smallest: k = 4 is out of range for a dimension of size 3");
  CHECK(errorOf(Op::kth_smallest, {&x}, {{"k", 0}, {"axis", 0}}) ==
        "kth_smallest: k = 0 is out of range for a dimension of size 3");
}

}  // namespace
}  // namespace mcc::test
