// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of fft, rfft and irfft. The roots of unity are a constant where the size is.
#include <cmath>
#include <numbers>

#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

// exp(sign * 2 pi i k / size) for k < size.
BufferId rootsOf(Lowering& lowering, const Dim& size, double sign, DType dtype) {
  if (!size.isConstant()) {
    const BufferId roots = lowering.scratch(dtype, size);
    lowering.call("rootsOfUnity", {Lowering::integer(size), Lowering::literal(sign, DType::f64),
                                   Lowering::write(roots)});
    return roots;
  }
  Tensor roots(dtype, {size.constant()});
  for (std::int64_t k = 0; k < roots.size(); ++k) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(roots.size());
    roots.setComplex(k, {std::cos(angle), sign * std::sin(angle)});
  }
  return lowering.addConstant(std::move(roots), "roots_of_unity");
}

// Even sizes halve the work: see kernels/fourier.h.
bool isEven(const Dim& size) { return size.isConstant() && size.constant() % 2 == 0; }

void transform(Lowering& lowering, const char* kernel, const Dim& size, double sign) {
  const Shape& shape = lowering.inputType(0).shape;
  const DType real = lowering.inputType(0).dtype;
  const DType dtype = isComplex(real) ? real : real == DType::f64 ? DType::c128 : DType::c64;
  const Arg sizes = Lowering::structure(
      "FourierSizes", {Lowering::integer(product({shape.begin(), shape.end() - 1}), "rows"),
                       Lowering::integer(size, "size")});
  const bool isWhole = lowering.node().op == Op::fft || isEven(size);
  const BufferId roots = rootsOf(lowering, size, sign, dtype);
  const BufferId scratch = lowering.scratch(dtype, isWhole ? size : Dim(2) * size);
  lowering.call(kernel, {sizes, Lowering::read(roots), lowering.in(0), lowering.out(0),
                         Lowering::write(scratch)});
}

}  // namespace

void lowerFft(Lowering& lowering) {
  const bool inverse = lowering.node().attributes.boolean("inverse");
  transform(lowering, "fft", lowering.inputType(0).dim(-1), inverse ? 1 : -1);
}

void lowerRfft(Lowering& lowering) {
  transform(lowering, "rfft", lowering.inputType(0).dim(-1), -1);
}

void lowerIrfft(Lowering& lowering) {
  transform(lowering, "irfft", lowering.node().attributes.dim("size"), 1);
}

}  // namespace mcc
