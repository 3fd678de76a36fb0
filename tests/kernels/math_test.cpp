// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector functions against double precision, over all floats in steps of a prime.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "runtime_support/math/error_function.h"
#include "runtime_support/math/exponential.h"
#include "runtime_support/math/hyperbolic.h"
#include "runtime_support/math/logarithm.h"
#include "runtime_support/math/power.h"
#include "runtime_support/math/rounding.h"
#include "runtime_support/math/trigonometric.h"
#include "runtime_support/simd/active.h"

namespace {

using mcc::rt::AllLanes;
using mcc::rt::F32;

constexpr std::uint64_t kStride = 40009;

struct Function {
  const char* name;
  F32 (*vector)(F32);
  double (*exact)(double);
  double maxUlps;
};

float floatOfBits(std::uint32_t bits) {
  float x = 0.0f;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

/// Distance in units of the last place of `exact` as a float; 0 where both are NaN.
double ulpError(float got, double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0.0 : 1e9;
  if (std::isnan(got)) return 1e9;
  const double limit = 3.4028235677973366e38;  // from here on floats round to infinity
  if (std::fabs(exact) >= limit) {
    if (std::isinf(got) && (got > 0) == (exact > 0)) return 0.0;
    return std::isinf(exact) ? 1e9 : 1.0;
  }
  if (std::isinf(got)) return std::fabs(exact) > 3.402823e38 ? 1.0 : 1e9;
  const int exponent = exact == 0.0 ? -126 : std::max(std::ilogb(exact), -126);
  return std::fabs(static_cast<double>(got) - exact) / std::ldexp(1.0, exponent - 23);
}

double sigmoidExact(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}
double rsqrtExact(double x) {
  return 1.0 / std::sqrt(x);
}
double roundExact(double x) {
  return std::nearbyint(x);
}
double absExact(double x) {
  return std::fabs(x);
}
double signExact(double x) {
  return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
}

const Function kFunctions[] = {
    {"exp", mcc::rt::exp, std::exp, 2},       {"exp2", mcc::rt::exp2, std::exp2, 2},
    {"expm1", mcc::rt::expm1, std::expm1, 2}, {"sigmoid", mcc::rt::sigmoid, sigmoidExact, 4},
    {"log", mcc::rt::log, std::log, 2},       {"log2", mcc::rt::log2, std::log2, 2},
    {"log10", mcc::rt::log10, std::log10, 2}, {"log1p", mcc::rt::log1p, std::log1p, 2},
    {"sin", mcc::rt::sin, std::sin, 3},       {"cos", mcc::rt::cos, std::cos, 3},
    {"tan", mcc::rt::tan, std::tan, 4},       {"asin", mcc::rt::asin, std::asin, 4},
    {"acos", mcc::rt::acos, std::acos, 4},    {"atan", mcc::rt::atan, std::atan, 4},
    {"sinh", mcc::rt::sinh, std::sinh, 4},    {"cosh", mcc::rt::cosh, std::cosh, 4},
    {"tanh", mcc::rt::tanh, std::tanh, 4},    {"asinh", mcc::rt::asinh, std::asinh, 4},
    {"acosh", mcc::rt::acosh, std::acosh, 4}, {"atanh", mcc::rt::atanh, std::atanh, 4},
    {"erf", mcc::rt::erf, std::erf, 4},       {"erfc", mcc::rt::erfc, std::erfc, 4},
    {"rsqrt", mcc::rt::rsqrt, rsqrtExact, 2}, {"sqrt", mcc::rt::sqrt, std::sqrt, 0.5},
    {"floor", mcc::rt::floor, std::floor, 0}, {"ceil", mcc::rt::ceil, std::ceil, 0},
    {"trunc", mcc::rt::trunc, std::trunc, 0}, {"round", mcc::rt::round, roundExact, 0},
    {"abs", mcc::rt::abs, absExact, 0},       {"sign", mcc::rt::sign, signExact, 0},
};

struct Worst {
  double ulps = 0.0;
  float at = 0.0f;
};

void tryLanes(const Function& function, const float* x, Worst& worst) {
  float y[F32::kLanes];
  mcc::rt::store(y, function.vector(mcc::rt::load(x, AllLanes{})), AllLanes{});
  for (int i = 0; i < F32::kLanes; ++i) {
    const double error = ulpError(y[i], function.exact(static_cast<double>(x[i])));
    if (error > worst.ulps) worst = {error, x[i]};
  }
}

}  // namespace

TEST_CASE("vector functions stay within their bounds over all floats") {
  for (const Function& function : kFunctions) {
    Worst worst;
    float x[F32::kLanes];
    std::uint64_t bits = 0;
    while (bits < (std::uint64_t{1} << 32)) {
      for (int i = 0; i < F32::kLanes; ++i, bits += kStride) {
        x[i] = floatOfBits(static_cast<std::uint32_t>(bits));
      }
      tryLanes(function, x, worst);
    }
    INFO(function.name << " is " << worst.ulps << " ulps off at " << worst.at);
    CHECK(worst.ulps <= function.maxUlps);
  }
}

TEST_CASE("vector functions at special values") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float special[] = {0.0f,
                           -0.0f,
                           1.0f,
                           -1.0f,
                           infinity,
                           -infinity,
                           std::numeric_limits<float>::quiet_NaN(),
                           std::numeric_limits<float>::denorm_min(),
                           -std::numeric_limits<float>::denorm_min(),
                           std::numeric_limits<float>::max(),
                           std::numeric_limits<float>::lowest(),
                           0.5f,
                           1.5f,
                           2.5f,
                           -2.5f,
                           8388607.5f,
                           -8388607.5f,
                           88.7f,
                           -104.0f,
                           1e30f};
  for (const Function& function : kFunctions) {
    for (float value : special) {
      Worst worst;
      float x[F32::kLanes];
      for (float& lane : x) lane = value;
      tryLanes(function, x, worst);
      INFO(function.name << "(" << value << ")");
      CHECK(worst.ulps <= function.maxUlps);
    }
  }
}
