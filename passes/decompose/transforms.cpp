// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms along any dimension.
#include "passes/decompose/transforms.h"

#include <cmath>

namespace mcc {
namespace {

DType complexOf(DType dtype) {
  return dtype == DType::f64 || dtype == DType::c128 ? DType::c128 : DType::c64;
}

}  // namespace

Scaling scalingOf(const AtenCall& call, bool inverse) {
  const std::string norm = call.isNone("norm") ? "backward" : call.string("norm");
  if (norm == "ortho") return Scaling::root;
  if (norm == "backward") return inverse ? Scaling::full : Scaling::none;
  if (norm == "forward") return inverse ? Scaling::none : Scaling::full;
  call.unsupported("norm '" + norm + "'");
}

ValueId toComplex(Builder& builder, ValueId x) {
  const DType dtype = complexOf(builder.dtype(x));
  if (isComplex(builder.dtype(x))) return x;
  return builder.cast(builder.cast(x, dtype == DType::c128 ? DType::f64 : DType::f32), dtype);
}

ValueId conjugated(Builder& builder, ValueId complex) {
  const ValueId real = builder.unary(Op::real, complex);
  const ValueId imaginary = builder.unary(Op::neg, builder.unary(Op::imag, complex));
  return builder.binary(Op::complex, real, imaginary);
}

ValueId scaledBy(Builder& builder, ValueId x, Scaling scaling, const Dim& n) {
  if (scaling == Scaling::none) return x;
  const DType dtype = builder.dtype(x);
  if (n.isConstant()) {
    const auto count = static_cast<double>(n.constant());
    const double factor = scaling == Scaling::root ? 1 / std::sqrt(count) : 1 / count;
    return builder.binary(Op::mul, x, factor);
  }
  const ValueId count = builder.cast(builder.dimValue(n), DType::f64);
  const ValueId factor =
      builder.unary(scaling == Scaling::root ? Op::rsqrt : Op::reciprocal, count);
  return builder.mul(x, builder.cast(factor, dtype));
}

ValueId fitted(Builder& builder, ValueId x, std::int64_t axis, const Dim& n) {
  const Dim have = builder.dim(x, axis);
  if (have == n) return x;
  const Dim missing = max(n - have, Dim(0));
  if (missing != Dim(0)) {
    std::vector<Dim> high(builder.shape(x).size(), Dim(0));
    const std::vector<Dim> low = high;
    high[static_cast<std::size_t>(axis)] = missing;
    x = builder.make(Op::pad, {x},
                     {{"low", low}, {"high", high}, {"mode", "constant"}, {"value", 0.0}});
  }
  return builder.slice(x, axis, 0, n);
}

ValueId complexTransform(Builder& builder, ValueId complex, std::int64_t axis, bool inverse) {
  const ValueId rows = builder.transpose(complex, axis, -1);
  const ValueId out = builder.make(Op::fft, {rows}, {{"inverse", inverse}});
  return builder.transpose(out, axis, -1);
}

ValueId realTransform(Builder& builder, ValueId real, std::int64_t axis) {
  if (!isFloat(builder.dtype(real))) real = builder.cast(real, DType::f32);
  const ValueId out = builder.make(Op::rfft, {builder.transpose(real, axis, -1)});
  return builder.transpose(out, axis, -1);
}

ValueId inverseRealTransform(Builder& builder, ValueId complex, std::int64_t axis, const Dim& n) {
  const ValueId half = fitted(builder, complex, axis, floorDiv(n, Dim(2)) + Dim(1));
  const ValueId rows = builder.transpose(half, axis, -1);
  return builder.transpose(builder.make(Op::irfft, {rows}, {{"size", n}}), axis, -1);
}

}  // namespace mcc
