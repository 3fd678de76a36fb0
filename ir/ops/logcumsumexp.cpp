// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// logcumsumexp: running log of the sum of exponentials along a dimension.
#include <cmath>

#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/scans.h"

namespace mcc {
namespace {

// log(exp(a) + exp(b)) without overflow; infinities of one sign stay as they are.
double addLogs(double a, double b) {
  if (isNan(a) || isNan(b)) return a + b;
  const double high = std::fmax(a, b), low = std::fmin(a, b);
  if (high == low && std::isinf(high)) return high;
  return high + std::log1p(std::exp(low - high));
}

std::vector<TensorType> inferLogcumsumexp(const OpView& view) {
  std::vector<TensorType> results = inferRunning(view);
  if (!isFloat(results[0].dtype)) {
    fail(view, std::string("is not implemented for ") + name(results[0].dtype));
  }
  return results;
}

void evaluateLogcumsumexp(EvalContext& context) {
  evaluateRunning<double>(context, addLogs);
}

}  // namespace

extern const OpDef logcumsumexpDef;
const OpDef logcumsumexpDef = {Op::logcumsumexp, inferLogcumsumexp, evaluateLogcumsumexp,
                               lowerAccumulate};

}  // namespace mcc
