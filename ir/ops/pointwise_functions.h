// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalar functions behind pointwise.def, for reference evaluation. Results that are bools are
// 0 or 1. Null where an operator has no such form.
#pragma once
#include <complex>
#include <cstdint>

#include "ir/op.h"
#include "ir/types.h"

namespace mcc {

template <class V>
struct ScalarFunction {
  V (*unary)(V) = nullptr;
  V (*binary)(V, V) = nullptr;
};

ScalarFunction<double> realFunction(Op op, DType dtype);
ScalarFunction<std::int64_t> integerFunction(Op op);  // division by zero throws EvaluationFault
ScalarFunction<std::int64_t> booleanFunction(Op op);  // on 0 and 1; the result counts as != 0
ScalarFunction<std::complex<double>> complexFunction(Op op);

}  // namespace mcc
