// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element by element.
#include "compiler/verify/compare.h"

#include <cmath>
#include <limits>

namespace mcc {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double errorOf(double got, double want, Tolerance tolerance) {
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : kInfinite;
  if (got == want) return 0;
  if (std::isinf(want) || std::isinf(got)) return kInfinite;
  const double allowed = tolerance.atol + tolerance.rtol * std::fabs(want);
  return allowed > 0 ? std::fabs(got - want) / allowed : kInfinite;
}

double errorAt(const Tensor& got, const Tensor& want, std::int64_t i, Tolerance tolerance) {
  switch (domain(want.dtype())) {
    case Domain::real:
      return errorOf(got.real(i), want.real(i), tolerance);
    case Domain::complex: {
      const std::complex<double> g = got.complex(i), w = want.complex(i);
      return std::max(errorOf(g.real(), w.real(), tolerance),
                      errorOf(g.imag(), w.imag(), tolerance));
    }
    case Domain::integer:
    case Domain::boolean:
      break;
  }
  return got.integer(i) == want.integer(i) ? 0 : kInfinite;
}

std::string elementText(const Tensor& tensor, std::int64_t i) {
  if (isComplex(tensor.dtype())) {
    return std::to_string(tensor.complex(i).real()) + "+" +
           std::to_string(tensor.complex(i).imag()) + "i";
  }
  return isFloat(tensor.dtype()) ? std::to_string(tensor.real(i))
                                 : std::to_string(tensor.integer(i));
}

}  // namespace

Comparison compare(const Tensor& got, const Tensor& want, Tolerance tolerance) {
  Comparison result;
  if (got.dtype() != want.dtype() || got.shape() != want.shape()) {
    return {false, kInfinite, "is " + text(got.type()) + " instead of " + text(want.type())};
  }
  std::int64_t worstAt = 0;
  for (std::int64_t i = 0; i < want.size(); ++i) {
    const double error = errorAt(got, want, i, tolerance);
    if (error > result.worst) {
      result.worst = error;
      worstAt = i;
    }
  }
  result.passed = result.worst <= 1;
  if (!result.passed) {
    result.message = "element " + std::to_string(worstAt) + " is " + elementText(got, worstAt) +
                     " instead of " + elementText(want, worstAt);
  }
  return result;
}

}  // namespace mcc
