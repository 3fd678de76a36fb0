// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distances between rows: cdist, pdist.
#include <cmath>

#include "ir/op_def.h"
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

// p-norm over the last dimension.
ValueId norm(AtenCall& call, ValueId difference, double p) {
  const std::int64_t last = call.rank(difference) - 1;
  const DType dtype = call.dtype(difference);
  const ValueId size = call.unary(Op::abs, difference);
  if (call.dim(difference, -1) == Dim(0)) return call.reduce(Op::reduce_sum, size, {last});
  if (p == 0) {
    const ValueId differs = call.cast(call.binary(Op::ne, size, 0.0), dtype);
    return call.reduce(Op::reduce_sum, differs, {last});
  }
  if (std::isinf(p)) return call.reduce(Op::reduce_max, size, {last});
  if (p == 1) return call.reduce(Op::reduce_sum, size, {last});
  if (p == 2) {
    const ValueId sum = call.reduce(Op::reduce_sum, call.mul(difference, difference), {last});
    return call.unary(Op::sqrt, sum);
  }
  const ValueId sum = call.reduce(Op::reduce_sum, call.binary(Op::pow, size, p), {last});
  return call.binary(Op::pow, sum, 1 / p);
}

void cdist(AtenCall& call) {
  const ValueId a = call.unsqueeze(call.tensor("x1"), -2);  // [.., P, 1, M]
  const ValueId b = call.unsqueeze(call.tensor("x2"), -3);  // [.., 1, R, M]
  call.result(norm(call, call.sub(a, b), call.real("p")));
}

// Rows i of x for the pairs i < j in lexicographic order.
ValueId pairRows(AtenCall& call, ValueId x, std::int64_t count, bool isFirst) {
  Tensor rows(DType::i64, {count * (count - 1) / 2});
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t j = i + 1; j < count; ++j) rows.setInteger(at++, isFirst ? i : j);
  }
  const ValueId index = call.constant(std::make_shared<const Tensor>(std::move(rows)));
  return call.make(Op::index, {x, index}, {{"axis", 0}});
}

void pdist(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const auto count = call.dim(x, 0).asConstant();
  if (!count) call.unsupported("a number of rows that is not known when mcc runs");
  const ValueId first = pairRows(call, x, *count, true);
  const ValueId second = pairRows(call, x, *count, false);
  call.result(norm(call, call.sub(first, second), call.real("p")));
}

constexpr Rule kDistancesRules[] = {
    {"aten.cdist.default", cdist},
    {"aten._cdist_forward.default", cdist},
    {"aten.pdist.default", pdist},
    {"aten._pdist_forward.default", pdist},
};

}  // namespace

std::span<const Rule> distancesRules();
std::span<const Rule> distancesRules() {
  return kDistancesRules;
}

}  // namespace mcc
