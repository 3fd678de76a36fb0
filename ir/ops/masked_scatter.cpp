// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// masked_scatter: where the condition holds, the next element of the source.
#include <cstring>

#include "ir/evaluate.h"
#include "ir/lowering.h"
#include "ir/ops/checks.h"

namespace mcc {
namespace {

std::vector<TensorType> inferMaskedScatter(const OpView& view) {
  requireCount(view, 3, 3);
  requireDType(view, 1, DType::boolean);
  requireSameDType(view, 0, 2);
  const TensorType& x = view.input(0);
  requireShape(view, 1, x.shape);
  return {{x.dtype, x.shape, std::nullopt}};
}

void evaluateMaskedScatter(EvalContext& context) {
  Tensor result = context.in(0);
  const Tensor& condition = context.in(1);
  const Tensor& source = context.in(2);
  const auto width = static_cast<std::size_t>(byteSize(result.dtype()));
  std::byte* to = result.mutableData();
  const std::byte* from = source.data();
  std::int64_t left = source.size();
  for (std::int64_t i = 0; i < result.size(); ++i, to += width) {
    if (condition.integer(i) == 0) continue;
    if (left-- == 0) {
      throw EvaluationFault(EvaluationFault::Kind::index,
                            "masked_scatter: the source has fewer elements than the mask selects");
    }
    std::memcpy(to, from, width);
    from += width;
  }
  context.results = {std::move(result)};
}

void lowerMaskedScatter(Lowering& lowering) {
  lowering.mayRunInPlace(0, 0);
  lowering.call(
      "maskedScatter",
      {Lowering::integer(lowering.inputType(0).elementCount()), lowering.in(0), lowering.in(1),
       lowering.in(2), Lowering::integer(lowering.inputType(2).elementCount()),
       Lowering::write(lowering.result(0))},
      {}, "index");
}

}  // namespace

extern const OpDef masked_scatterDef;
const OpDef masked_scatterDef = {Op::masked_scatter, inferMaskedScatter, evaluateMaskedScatter,
                                 lowerMaskedScatter};

}  // namespace mcc
