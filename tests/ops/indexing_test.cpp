// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// index, gather, scatter and their like against literal expectations.
#include "tests/ops/op_test.h"

namespace mcc::test {
namespace {

const Tensor kMatrix = ints({3, 2}, {1, 2, 3, 4, 5, 6});

template <class F>
void checkIndexFault(F f) {
  try {
    f();
    FAIL("no fault");
  } catch (const EvaluationFault& fault) {
    CHECK(fault.kind == EvaluationFault::Kind::index);
  }
}

TEST_CASE("index takes blocks, elements and broadcast positions") {
  checkSame(run(Op::index, {kMatrix, ints({2}, {2, -3}, DType::i32)}, {{"axis", 0}}),
            ints({2, 2}, {5, 6, 1, 2}));
  checkSame(run(Op::index, {kMatrix, ints({2, 1}, {1, 0})}, {{"axis", 1}}),
            ints({3, 2, 1}, {2, 1, 4, 3, 6, 5}));
  checkSame(run(Op::index, {kMatrix, ints({2, 1}, {0, 2}), ints({2}, {1, 0})}, {{"axis", 0}}),
            ints({2, 2}, {2, 1, 6, 5}));
  checkSame(run(Op::index, {kMatrix, ints({}, {1})}, {{"axis", 0}}), ints({2}, {3, 4}));
  checkSame(run(Op::index, {kMatrix, ints({0}, {})}, {{"axis", 0}}), ints({0, 2}, {}));
  for (const std::int64_t bad : {std::int64_t{3}, std::int64_t{-4}, INT64_MIN, INT64_MAX}) {
    checkIndexFault([&] { run(Op::index, {kMatrix, ints({1}, {bad})}, {{"axis", 0}}); });
  }
  const Tensor zero = ints({1}, {0});
  CHECK_THROWS_AS(run(Op::index, {kMatrix, zero, zero, zero}, {{"axis", 0}}), Error);
  CHECK_THROWS_AS(run(Op::index, {kMatrix, reals({1}, {0})}, {{"axis", 0}}), Error);
}

TEST_CASE("index_put replaces or adds") {
  const Tensor rows = ints({2}, {0, 0});
  const Tensor values = ints({2, 2}, {10, 20, 30, 40});
  checkSame(run(Op::index_put, {kMatrix, values, rows}, {{"axis", 0}, {"accumulate", false}}),
            ints({3, 2}, {30, 40, 3, 4, 5, 6}));
  checkSame(run(Op::index_put, {kMatrix, values, rows}, {{"axis", 0}, {"accumulate", true}}),
            ints({3, 2}, {41, 62, 3, 4, 5, 6}));
  checkSame(run(Op::index_put, {bools({2}, {0, 1}), bools({2}, {1, 1}), rows},
                {{"axis", 0}, {"accumulate", true}}),
            bools({2}, {1, 1}));
  checkIndexFault([&] {
    run(Op::index_put, {kMatrix, values, ints({2}, {0, 3})},
        {{"axis", 0}, {"accumulate", false}});
  });
  CHECK_THROWS_AS(run(Op::index_put, {kMatrix, ints({2, 3}, {1, 2, 3, 4, 5, 6}), rows},
                      {{"axis", 0}, {"accumulate", false}}), Error);
}

TEST_CASE("gather") {
  checkSame(run(Op::gather, {kMatrix, ints({2, 2}, {1, 0, 0, -1})}, {{"axis", 1}}),
            ints({2, 2}, {2, 1, 3, 4}));
  checkSame(run(Op::gather, {kMatrix, ints({1, 2}, {2, 0})}, {{"axis", 0}}), ints({1, 2}, {5, 2}));
  checkIndexFault([&] { run(Op::gather, {kMatrix, ints({1, 1}, {2})}, {{"axis", 1}}); });
  CHECK_THROWS_AS(run(Op::gather, {kMatrix, ints({1}, {0})}, {{"axis", 1}}), Error);
  CHECK_THROWS_AS(run(Op::gather, {kMatrix, ints({4, 1}, {0, 0, 0, 0})}, {{"axis", 1}}), Error);
}

Tensor scatter(const Tensor& x, const Tensor& index, const Tensor& source, const char* reduce,
               bool includeSelf = true) {
  return run(Op::scatter, {x, index, source},
             {{"axis", 0}, {"reduce", reduce}, {"include_self", includeSelf}});
}

TEST_CASE("scatter") {
  const Tensor x = reals({4}, {1, 2, 3, 4}), index = ints({3}, {1, 1, -1});
  const Tensor source = reals({3}, {10, 20, 30});
  checkSame(scatter(x, index, source, "set"), reals({4}, {1, 20, 3, 30}));
  checkSame(scatter(x, index, source, "add"), reals({4}, {1, 32, 3, 34}));
  checkSame(scatter(x, index, source, "mul"), reals({4}, {1, 400, 3, 120}));
  checkSame(scatter(x, index, source, "max"), reals({4}, {1, 20, 3, 30}));
  checkSame(scatter(x, index, source, "min"), reals({4}, {1, 2, 3, 4}));
  checkSame(scatter(x, index, source, "mean"), reals({4}, {1, 32.0 / 3, 3, 17}), 1e-7);
  checkSame(scatter(x, index, source, "add", false), reals({4}, {1, 30, 3, 30}));
  checkSame(scatter(x, index, source, "min", false), reals({4}, {1, 10, 3, 30}));
  checkSame(scatter(x, index, source, "mean", false), reals({4}, {1, 15, 3, 30}));
  checkSame(scatter(ints({1}, {-1}), ints({1}, {0}), ints({1}, {-2}), "mean"), ints({1}, {-2}));
  const Tensor withNan = reals({3}, {kNan, 5, 1});
  checkSame(scatter(x, index, withNan, "max"), reals({4}, {1, kNan, 3, 4}));
  checkSame(scatter(x, index, withNan, "min"), reals({4}, {1, kNan, 3, 1}));
  checkIndexFault([&] { scatter(x, ints({1}, {4}), reals({1}, {1}), "set"); });
  CHECK_THROWS_AS(scatter(x, index, reals({2}, {1, 2}), "set"), Error);
  CHECK_THROWS_AS(scatter(x, index, source, "median"), Error);
}

TEST_CASE("masked_scatter") {
  const Tensor x = ints({4}, {1, 2, 3, 4}), mask = bools({4}, {0, 1, 0, 1});
  checkSame(run(Op::masked_scatter, {x, mask, ints({3}, {7, 8, 9})}), ints({4}, {1, 7, 3, 8}));
  checkIndexFault([&] { run(Op::masked_scatter, {x, mask, ints({1}, {7})}); });
}

}  // namespace
}  // namespace mcc::test
