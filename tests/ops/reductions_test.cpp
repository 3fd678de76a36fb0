// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, scans, order and search against literal expectations.
#include "tests/ops/op_test.h"

namespace mcc::test {
namespace {

using Ints = std::vector<std::int64_t>;

const Tensor kMatrix = ints({2, 3}, {1, 2, 3, 4, 5, 6});

TEST_CASE("sums and products") {
  checkSame(run(Op::reduce_sum, {kMatrix}, {{"axes", Ints{1}}}), ints({2}, {6, 15}));
  checkSame(run(Op::reduce_sum, {kMatrix}, {{"axes", Ints{0}}}), ints({3}, {5, 7, 9}));
  checkSame(run(Op::reduce_sum, {kMatrix}, {{"axes", Ints{0, 1}}}), ints({}, {21}));
  checkSame(run(Op::reduce_sum, {kMatrix}, {{"axes", Ints{}}}), kMatrix);
  checkSame(run(Op::reduce_prod, {kMatrix}, {{"axes", Ints{1}}}), ints({2}, {6, 120}));
  checkSame(run(Op::reduce_sum, {reals({2, 0}, {})}, {{"axes", Ints{1}}}), reals({2}, {0, 0}));
  checkSame(run(Op::reduce_prod, {reals({0}, {})}, {{"axes", Ints{0}}}), reals({}, {1}));
  const Tensor big = reals({3}, {1e8, 1, -1e8});  // double accumulation
  checkSame(run(Op::reduce_sum, {big}, {{"axes", Ints{0}}}), reals({}, {1}));
  checkSame(run(Op::reduce_sum, {complexes({2}, {{1, 2}, {3, -5}})}, {{"axes", Ints{0}}}),
            complexes({}, {{4, -3}}));
  for (const Ints& axes : {Ints{2}, Ints{1, 0}, Ints{0, 0}, Ints{-1}}) {
    CHECK_THROWS_AS(run(Op::reduce_sum, {kMatrix}, {{"axes", axes}}), Error);
  }
}

TEST_CASE("extremes") {
  const Tensor x = reals({2, 3}, {1, kNan, 0, 3, -2, kInf});
  checkSame(run(Op::reduce_max, {x}, {{"axes", Ints{1}}}), reals({2}, {kNan, kInf}));
  checkSame(run(Op::reduce_min, {x}, {{"axes", Ints{1}}}), reals({2}, {kNan, -2}));
  checkSame(run(Op::reduce_min, {kMatrix}, {{"axes", Ints{0, 1}}}), ints({}, {1}));
  checkSame(run(Op::reduce_max, {reals({0, 2}, {})}, {{"axes", Ints{1}}}), reals({0}, {}));
  CHECK_THROWS_AS(run(Op::reduce_max, {reals({2, 0}, {})}, {{"axes", Ints{1}}}), Error);
  checkSame(run(Op::argmax, {reals({2, 4}, {1, 5, 5, 0, 2, kNan, 9, kNan})}, {{"axis", 1}}),
            ints({2}, {1, 1}));
  checkSame(run(Op::argmin, {ints({3, 2}, {4, 1, 2, 1, 2, 7})}, {{"axis", 0}}), ints({2}, {1, 0}));
  CHECK_THROWS_AS(run(Op::argmax, {reals({0}, {})}, {{"axis", 0}}), Error);
}

TEST_CASE("any and all") {
  const Tensor x = bools({2, 2}, {0, 1, 1, 1});
  checkSame(run(Op::reduce_any, {x}, {{"axes", Ints{1}}}), bools({2}, {1, 1}));
  checkSame(run(Op::reduce_all, {x}, {{"axes", Ints{1}}}), bools({2}, {0, 1}));
  checkSame(run(Op::reduce_any, {bools({0}, {})}, {{"axes", Ints{0}}}), bools({}, {0}));
  checkSame(run(Op::reduce_all, {bools({0}, {})}, {{"axes", Ints{0}}}), bools({}, {1}));
  CHECK_THROWS_AS(run(Op::reduce_any, {kMatrix}, {{"axes", Ints{0}}}), Error);
}

TEST_CASE("scans") {
  checkSame(run(Op::cumsum, {kMatrix}, {{"axis", 1}}), ints({2, 3}, {1, 3, 6, 4, 9, 15}));
  checkSame(run(Op::cumsum, {kMatrix}, {{"axis", 0}}), ints({2, 3}, {1, 2, 3, 5, 7, 9}));
  checkSame(run(Op::cumprod, {kMatrix}, {{"axis", 1}}), ints({2, 3}, {1, 2, 6, 4, 20, 120}));
  checkSame(run(Op::cumsum, {reals({0}, {})}, {{"axis", 0}}), reals({0}, {}));
  const std::vector<Tensor> largest =
      runAll(Op::cummax, {reals({6}, {1, 3, 3, 2, kNan, 9})}, {{"axis", 0}});
  checkSame(largest[0], reals({6}, {1, 3, 3, 3, kNan, kNan}));
  checkSame(largest[1], ints({6}, {0, 1, 2, 2, 4, 4}));
  const std::vector<Tensor> smallest =
      runAll(Op::cummin, {ints({2, 2}, {3, 1, 2, 1})}, {{"axis", 0}});
  checkSame(smallest[0], ints({2, 2}, {3, 1, 2, 1}));
  checkSame(smallest[1], ints({2, 2}, {0, 0, 1, 1}));
  checkSame(run(Op::logcumsumexp, {reals({4}, {0, 0, 1000, -kInf}, DType::f64)}, {{"axis", 0}}),
            reals({4}, {0, std::log(2.0), 1000, 1000}, DType::f64), 1e-15);
  checkSame(run(Op::logcumsumexp, {reals({3}, {-kInf, -kInf, 1})}, {{"axis", 0}}),
            reals({3}, {-kInf, -kInf, 1}));
}

TEST_CASE("sort and topk") {
  const Tensor x = reals({5}, {2, kNan, 1, 2, -kInf});
  std::vector<Tensor> got = runAll(Op::sort, {x}, {{"axis", 0}, {"descending", false}});
  checkSame(got[0], reals({5}, {-kInf, 1, 2, 2, kNan}));
  checkSame(got[1], ints({5}, {4, 2, 0, 3, 1}));
  got = runAll(Op::sort, {x}, {{"axis", 0}, {"descending", true}});
  checkSame(got[0], reals({5}, {kNan, 2, 2, 1, -kInf}));
  checkSame(got[1], ints({5}, {1, 0, 3, 2, 4}));
  got = runAll(Op::sort, {ints({2, 2}, {3, 1, 2, 5})}, {{"axis", 0}, {"descending", false}});
  checkSame(got[0], ints({2, 2}, {2, 1, 3, 5}));
  got = runAll(Op::topk, {x}, {{"axis", 0}, {"k", 2}, {"largest", false}});
  checkSame(got[0], reals({2}, {-kInf, 1}));
  checkSame(got[1], ints({2}, {4, 2}));
  got = runAll(Op::topk, {kMatrix}, {{"axis", 1}, {"k", 1}, {"largest", true}});
  checkSame(got[0], ints({2, 1}, {3, 6}));
  CHECK_THROWS_AS(runAll(Op::topk, {x}, {{"axis", 0}, {"k", 6}, {"largest", true}}), Error);
}

TEST_CASE("nonzero") {
  checkSame(run(Op::nonzero, {reals({2, 2}, {0, kNan, 3, 0})}, {{"symbol", "u0"}}),
            ints({2, 2}, {0, 1, 1, 0}));
  checkSame(run(Op::nonzero, {ints({}, {4})}, {{"symbol", "u0"}}), ints({1, 0}, {}));
  checkSame(run(Op::nonzero, {bools({2}, {0, 0})}, {{"symbol", "u0"}}), ints({0, 1}, {}));
}

TEST_CASE("unique") {
  const Attributes sorted = {{"sorted", true}, {"consecutive", false}, {"symbol", "u0"}};
  std::vector<Tensor> got = runAll(Op::unique, {ints({5}, {3, 1, 3, 2, 1})}, sorted);
  checkSame(got[0], ints({3}, {1, 2, 3}));
  checkSame(got[1], ints({5}, {2, 0, 2, 1, 0}));
  checkSame(got[2], ints({3}, {2, 1, 2}));
  const Attributes runs = {{"sorted", true}, {"consecutive", true}, {"symbol", "u0"}};
  got = runAll(Op::unique, {ints({5}, {3, 3, 1, 3, 3})}, runs);
  checkSame(got[0], ints({3}, {3, 1, 3}));
  checkSame(got[1], ints({5}, {0, 0, 1, 2, 2}));
  checkSame(got[2], ints({3}, {2, 1, 2}));
  got = runAll(Op::unique, {reals({3}, {kNan, 1, kNan})}, sorted);
  checkSame(got[0], reals({3}, {1, kNan, kNan}));
  CHECK(runAll(Op::unique, {ints({0}, {})}, sorted)[0].size() == 0);
}

TEST_CASE("searchsorted") {
  const Tensor row = reals({4}, {1, 3, 3, 7}), values = reals({5}, {0, 3, 4, 9, kNan});
  checkSame(run(Op::searchsorted, {row, values}, {{"right", false}}), ints({5}, {0, 1, 3, 4, 4}));
  checkSame(run(Op::searchsorted, {row, values}, {{"right", true}}), ints({5}, {0, 3, 3, 4, 4}));
  checkSame(run(Op::searchsorted, {ints({2, 2}, {1, 3, 10, 30}), ints({2, 1}, {2, 2})},
                {{"right", false}}),
            ints({2, 1}, {1, 0}));
  checkSame(run(Op::searchsorted, {reals({0}, {}), reals({2}, {1, 2})}, {{"right", false}}),
            ints({2}, {0, 0}));
  CHECK_THROWS_AS(run(Op::searchsorted, {ints({2, 2}, {1, 3, 10, 30}), ints({3, 1}, {2, 2, 2})},
                      {{"right", false}}), Error);
}

}  // namespace
}  // namespace mcc::test
