// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointwise operators against literal expectations.
#include <string>

#include "ir/ops/pointwise.h"
#include "tests/ops/op_test.h"

namespace mcc::test {
namespace {

struct RealCase {
  Op op;
  std::vector<double> a, b, want;
};

TEST_CASE("arithmetic of reals follows IEEE and torch") {
  const std::vector<RealCase> cases = {
      {Op::add, {1, kInf}, {2, -kInf}, {3, kNan}},
      {Op::div, {1, -1, 0}, {0, 0, 0}, {kInf, -kInf, kNan}},
      {Op::floor_div, {7, -7, 7, -7, 5, 1}, {2, 2, -2, -2, 0, kInf}, {3, -4, -4, 3, kInf, 0}},
      {Op::remainder, {7, -7, 7, -7, 1}, {3, 3, -3, -3, 0}, {1, 2, -2, -1, kNan}},
      {Op::fmod, {7, -7, 7, -7}, {3, 3, -3, -3}, {1, -1, 1, -1}},
      {Op::pow, {2, -8, 0, 4}, {10, 1.0 / 3, 0, 0.5}, {1024, kNan, 1, 2}},
      {Op::maximum, {1, kNan, 2}, {2, 1, kNan}, {2, kNan, kNan}},
      {Op::minimum, {1, kNan, 2}, {2, 1, kNan}, {1, kNan, kNan}},
      {Op::fmax, {1, kNan, 2}, {2, 1, kNan}, {2, 1, 2}},
      {Op::fmin, {1, kNan, 2}, {2, 1, kNan}, {1, 1, 2}},
      {Op::atan2, {1, -1}, {0, 0}, {M_PI / 2, -M_PI / 2}},
      {Op::hypot, {3}, {4}, {5}},
      {Op::copysign, {3, -3}, {-0.0, 1}, {-3, 3}},
  };
  for (const RealCase& c : cases) {
    CAPTURE(name(c.op));
    const auto n = static_cast<std::int64_t>(c.a.size());
    const Tensor got = run(c.op, {reals({n}, c.a, DType::f64), reals({n}, c.b, DType::f64)});
    checkSame(got, reals({n}, c.want, DType::f64), 1e-15);
  }
}

TEST_CASE("functions of one real") {
  const std::vector<RealCase> cases = {
      {Op::neg, {1, -0.5}, {}, {-1, 0.5}},
      {Op::sign, {-3, 0, 2, kNan}, {}, {-1, 0, 1, 0}},
      {Op::relu, {-3, 0, 2, kNan}, {}, {0, 0, 2, kNan}},
      {Op::round, {0.5, 1.5, 2.5, -0.5, -1.5}, {}, {0, 2, 2, 0, -2}},
      {Op::trunc, {1.7, -1.7}, {}, {1, -1}},
      {Op::ceil, {1.2, -1.2}, {}, {2, -1}},
      {Op::floor, {1.2, -1.2}, {}, {1, -2}},
      {Op::rsqrt, {4, 0, -1}, {}, {0.5, kInf, kNan}},
      {Op::reciprocal, {4, 0}, {}, {0.25, kInf}},
      {Op::sigmoid, {0, 800, -800}, {}, {0.5, 1, 0}},
      {Op::log2, {8}, {}, {3}},
      {Op::exp2, {-1, 3}, {}, {0.5, 8}},
      {Op::expm1, {1e-20}, {}, {1e-20}},
      {Op::log1p, {1e-20}, {}, {1e-20}},
      {Op::atanh, {1, 2}, {}, {kInf, kNan}},
  };
  for (const RealCase& c : cases) {
    CAPTURE(name(c.op));
    const auto n = static_cast<std::int64_t>(c.a.size());
    checkSame(run(c.op, {reals({n}, c.a, DType::f64)}), reals({n}, c.want, DType::f64), 1e-15);
  }
}

// Values from Abramowitz and Stegun's tables and from closed forms.
TEST_CASE("special functions") {
  const double euler = 0.57721566490153286061;
  const std::vector<RealCase> cases = {
      {Op::erfinv, {0, 0.5204998778130465, 0.9953222650189527, -0.1124629160182849, 1, -1, 1.5},
       {}, {0, 0.5, 2, -0.1, kInf, -kInf, kNan}},
      {Op::lgamma, {1, 3, 0.5, 0, -1, -kInf}, {},
       {0, std::log(2.0), std::log(M_PI) / 2, kInf, kInf, kInf}},
      {Op::digamma, {1, 0.5, 2, 20, -0.5, 0, -0.0, -1}, {},
       {-euler, -euler - 2 * std::log(2.0), 1 - euler, 2.970523992242149,
        2 - euler - 2 * std::log(2.0), -kInf, kInf, kNan}},
      {Op::bessel_i0, {0, 1, -5, 10, 800}, {},
       {1, 1.266065877752008, 27.23987182360445, 2815.716628466254, kInf}},
      {Op::log_ndtr, {0, -1, -10, -40, 3}, {},
       {-std::log(2.0), -1.841021645009264, -53.23128515051247, -804.6084420137538,
        -0.001350809964748202}},
      {Op::ndtri, {0.5, 0.975, 0.025, 1e-10, 0, 1, -1}, {},
       {0, 1.959963984540054, -1.959963984540054, -6.361340902404056, -kInf, kInf, kNan}},
  };
  for (const RealCase& c : cases) {
    CAPTURE(name(c.op));
    const auto n = static_cast<std::int64_t>(c.a.size());
    Tensor got = run(c.op, {reals({n}, c.a, DType::f64)});
    for (std::int64_t i = 0; i < n; ++i) {  // zero within rounding
      if (std::fabs(got.real(i)) < 1e-15) got.setReal(i, 0);
    }
    checkSame(got, reals({n}, c.want, DType::f64), 1e-13);
  }
}

struct IntegerCase {
  Op op;
  DType dtype;
  std::vector<std::int64_t> a, b, want;
};

TEST_CASE("integers wrap around, divide as Python does and shift within bounds") {
  const std::int64_t least = INT64_MIN;
  const std::vector<IntegerCase> cases = {
      {Op::add, DType::u8, {200, 255}, {100, 1}, {44, 0}},
      {Op::sub, DType::u8, {3}, {5}, {254}},
      {Op::mul, DType::i8, {100}, {3}, {44}},
      {Op::add, DType::i64, {INT64_MAX}, {1}, {least}},
      {Op::div, DType::i64, {7, -7, least}, {2, 2, -1}, {3, -3, least}},
      {Op::floor_div, DType::i32, {7, -7, 7, -7}, {2, 2, -2, -2}, {3, -4, -4, 3}},
      {Op::remainder, DType::i64, {7, -7, 7, least}, {3, 3, -3, -1}, {1, 2, -2, 0}},
      {Op::fmod, DType::i64, {7, -7, 7}, {3, 3, -3}, {1, -1, 1}},
      {Op::pow, DType::i64, {2, 2, 1, -1, -1, 0}, {10, -1, -5, -5, -4, 0}, {1024, 0, 1, -1, 1, 1}},
      {Op::pow, DType::i8, {3}, {5}, {-13}},
      {Op::gcd, DType::i64, {12, -12, 0, 0}, {18, 18, 5, 0}, {6, 6, 5, 0}},
      {Op::shift_left, DType::i8, {1, 1, 1, 1}, {6, 7, 8, -1}, {64, -128, 0, 0}},
      {Op::shift_right, DType::i8, {-64, 64, -64, 64, -1}, {2, 2, 9, 9, -1}, {-16, 16, -1, 0, -1}},
      {Op::bitwise_xor, DType::i16, {5}, {3}, {6}},
      {Op::maximum, DType::u8, {200}, {100}, {200}},
  };
  for (const IntegerCase& c : cases) {
    CAPTURE(name(c.op));
    const auto n = static_cast<std::int64_t>(c.a.size());
    checkSame(run(c.op, {ints({n}, c.a, c.dtype), ints({n}, c.b, c.dtype)}),
              ints({n}, c.want, c.dtype));
  }
  checkSame(run(Op::abs, {ints({2}, {least, -4})}), ints({2}, {least, 4}));
  checkSame(run(Op::neg, {ints({1}, {1}, DType::u8)}), ints({1}, {255}, DType::u8));
  checkSame(run(Op::bitwise_not, {bools({2}, {0, 1})}), bools({2}, {1, 0}));
  checkSame(run(Op::bitwise_not, {ints({1}, {5})}), ints({1}, {-6}));
}

TEST_CASE("integer division by zero is a fault") {
  for (const Op op : {Op::div, Op::floor_div, Op::remainder, Op::fmod}) {
    try {
      run(op, {ints({1}, {4}), ints({1}, {0})});
      FAIL("no fault");
    } catch (const EvaluationFault& fault) {
      CHECK(fault.kind == EvaluationFault::Kind::division);
    }
  }
}

TEST_CASE("operands broadcast, also over empty and 0-d tensors and many blocks") {
  checkSame(run(Op::add, {reals({2, 1}, {10, 20}), reals({3}, {1, 2, 3})}),
            reals({2, 3}, {11, 12, 13, 21, 22, 23}));
  checkSame(run(Op::mul, {reals({}, {2}), reals({0, 3}, {})}), reals({0, 3}, {}));
  checkSame(run(Op::mul, {reals({}, {2}), reals({}, {3})}), reals({}, {6}));
  std::vector<double> x(5000), y(5000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i), y[i] = 2 * x[i] + 1;
  const Tensor doubled = run(Op::mul, {reals({5000}, x), reals({1}, {2})});
  checkSame(run(Op::add, {doubled, reals({}, {1})}), reals({5000}, y));
  CHECK_THROWS_AS(run(Op::add, {reals({2}, {1, 2}), reals({3}, {1, 2, 3})}), Error);
  CHECK_THROWS_AS(run(Op::add, {reals({1}, {1}), ints({1}, {1})}), Error);
}

TEST_CASE("results are rounded to the dtype") {
  checkSame(run(Op::add, {reals({1}, {2048}, DType::f16), reals({1}, {1}, DType::f16)}),
            reals({1}, {2048}, DType::f16));
  CHECK(run(Op::mul, {reals({1}, {300}, DType::f16), reals({1}, {300}, DType::f16)}).real(0) ==
        kInf);
  CHECK(run(Op::add, {reals({1}, {256}, DType::bf16), reals({1}, {1}, DType::bf16)}).real(0) ==
        256);
}

TEST_CASE("nextafter works in the dtype") {
  const auto next = [](double a, double b, DType dtype) {
    return run(Op::nextafter, {reals({}, {a}, dtype), reals({}, {b}, dtype)}).real(0);
  };
  CHECK(next(1, 2, DType::f32) == 1 + std::ldexp(1.0, -23));
  CHECK(next(1, 0, DType::f64) == 1 - std::ldexp(1.0, -53));
  CHECK(next(1, 2, DType::f16) == 1 + std::ldexp(1.0, -10));
  CHECK(next(1, 0, DType::f16) == 1 - std::ldexp(1.0, -11));
  CHECK(next(0, -1, DType::f16) == -std::ldexp(1.0, -24));
  CHECK(next(65504, kInf, DType::f16) == kInf);
  CHECK(next(1, 2, DType::bf16) == 1 + std::ldexp(1.0, -7));
  CHECK(std::isnan(next(1, kNan, DType::bf16)));
}

TEST_CASE("comparisons, tests and logic give bools") {
  const Tensor a = reals({4}, {1, 2, kNan, kInf}), b = reals({4}, {2, 2, kNan, kInf});
  checkSame(run(Op::eq, {a, b}), bools({4}, {0, 1, 0, 1}));
  checkSame(run(Op::ne, {a, b}), bools({4}, {1, 0, 1, 0}));
  checkSame(run(Op::lt, {a, b}), bools({4}, {1, 0, 0, 0}));
  checkSame(run(Op::ge, {a, b}), bools({4}, {0, 1, 0, 1}));
  checkSame(run(Op::isnan, {a}), bools({4}, {0, 0, 1, 0}));
  checkSame(run(Op::isinf, {a}), bools({4}, {0, 0, 0, 1}));
  checkSame(run(Op::signbit, {reals({2}, {-0.0, 0.0})}), bools({2}, {1, 0}));
  const Tensor p = bools({4}, {0, 0, 1, 1}), q = bools({4}, {0, 1, 0, 1});
  checkSame(run(Op::logical_and, {p, q}), bools({4}, {0, 0, 0, 1}));
  checkSame(run(Op::logical_xor, {p, q}), bools({4}, {0, 1, 1, 0}));
  checkSame(run(Op::bitwise_or, {p, q}), bools({4}, {0, 1, 1, 1}));
  checkSame(run(Op::logical_not, {p}), bools({4}, {1, 1, 0, 0}));
}

TEST_CASE("select takes from either side") {
  checkSame(run(Op::select, {bools({2, 1}, {1, 0}), reals({2}, {1, 2}), reals({}, {9})}),
            reals({2, 2}, {1, 2, 9, 9}));
  checkSame(run(Op::select, {bools({}, {0}), ints({1}, {1}, DType::u8), ints({1}, {7}, DType::u8)}),
            ints({1}, {7}, DType::u8));
}

Tensor cast(const Tensor& x, DType dtype) { return run(Op::cast, {x}, {{"dtype", dtype}}); }

TEST_CASE("casts") {
  checkSame(cast(reals({4}, {-1.9, 1.9, 300, kNan}), DType::i64),
            ints({4}, {-1, 1, 300, INT64_MIN}));
  checkSame(cast(reals({3}, {300, -1, 3e9}), DType::u8), ints({3}, {44, 255, 0}, DType::u8));
  checkSame(cast(reals({3}, {0, 0.5, kNan}), DType::boolean), bools({3}, {0, 1, 1}));
  checkSame(cast(ints({2}, {300, -1}), DType::i8), ints({2}, {44, -1}, DType::i8));
  checkSame(cast(bools({2}, {0, 1}), DType::f16), reals({2}, {0, 1}, DType::f16));
  CHECK(cast(reals({1}, {65520}), DType::f16).real(0) == kInf);
  CHECK(cast(reals({1}, {1 + std::ldexp(1.0, -8)}), DType::bf16).real(0) == 1);
  CHECK(cast(ints({1}, {16777217}), DType::f32).real(0) == 16777216);
  checkSame(cast(complexes({2}, {{1.5, 2}, {0, 3}}), DType::boolean), bools({2}, {1, 1}));
  checkSame(cast(complexes({1}, {{1.5, 2}}), DType::f64), reals({1}, {1.5}, DType::f64));
  checkSame(cast(reals({1}, {2}), DType::c128), complexes({1}, {{2, 0}}));
}

TEST_CASE("complex numbers") {
  using C = std::complex<double>;
  const Tensor z = complexes({1}, {C(3, -4)}), w = complexes({1}, {C(1, 2)});
  checkSame(run(Op::mul, {z, w}), complexes({1}, {C(11, 2)}));
  checkSame(run(Op::div, {z, w}), complexes({1}, {C(-1, -2)}), 1e-15);
  checkSame(run(Op::sqrt, {z}), complexes({1}, {C(2, -1)}), 1e-15);
  checkSame(run(Op::real, {z}), reals({1}, {3}, DType::f64));
  checkSame(run(Op::imag, {z}), reals({1}, {-4}, DType::f64));
  checkSame(run(Op::complex, {reals({1}, {3}, DType::f64), reals({1}, {-4}, DType::f64)}), z);
  checkSame(run(Op::pow, {complexes({2}, {0, 0}), complexes({2}, {0, 2})}),
            complexes({2}, {1, 0}));
  checkSame(run(Op::eq, {z, z}), bools({1}, {1}));
  CHECK_THROWS_AS(run(Op::lt, {z, z}), Error);
}

TEST_CASE("every row has a function for every dtype it accepts") {
  std::size_t evaluated = 0;
  for (int i = static_cast<int>(Op::add); i <= static_cast<int>(Op::imag); ++i) {
    const Op op = static_cast<Op>(i);
    CAPTURE(name(op));
    for (const DType dtype : {DType::f32, DType::f16, DType::i64, DType::u8, DType::boolean,
                              DType::c64}) {
      CAPTURE(name(dtype));
      const Tensor one = ints({1}, {1}, dtype);
      std::vector<Tensor> operands(pointwiseArity(op), one);
      if (op == Op::select) operands[0] = bools({1}, {1});
      const Attributes attributes =
          op == Op::cast ? Attributes{{"dtype", DType::f32}} : Attributes{};
      std::vector<TensorType> types;
      for (const Tensor& operand : operands) types.push_back(operand.type());
      try {
        inferOn(op, types, attributes);
      } catch (const Error&) {
        continue;  // not for this dtype
      }
      CHECK_NOTHROW(run(op, operands, attributes));
      ++evaluated;
    }
  }
  CHECK(evaluated > 150);
}

}  // namespace
}  // namespace mcc::test
