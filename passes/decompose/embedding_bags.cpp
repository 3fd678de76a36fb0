// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// embedding_bag: rows of a table summed, averaged or maximised bag by bag.
#include <cmath>

#include "passes/decompose/rule.h"

namespace mcc {
namespace {

enum class Mode : std::uint8_t { sum, mean, max };

struct Bags {
  ValueId indices;  // [n]
  ValueId bag;      // i64 [n]: which bag an index belongs to
  ValueId counts;   // [bags], in f32: members of each bag
  ValueId counted;  // bool [n]: not the padding index; none when all count
  Dim count;
};

ValueId scatterInto(AtenCall& call, ValueId target, ValueId index, ValueId source,
                    const char* reduce, bool includeSelf) {
  return call.make(Op::scatter, {target, index, source},
                   {{"axis", 0}, {"reduce", reduce}, {"include_self", includeSelf}});
}

// Index i belongs to the last bag that begins at or before i.
ValueId bagOf(AtenCall& call, ValueId offsets, const Dim& n) {
  const ValueId at = call.iota(0, 1, n, DType::i64);
  const ValueId begun =
      call.make(Op::searchsorted, {call.cast(offsets, DType::i64), at}, {{"right", true}});
  return call.sub(begun, call.scalar(std::int64_t{1}, DType::i64));
}

Bags bagsOf(AtenCall& call) {
  Bags bags;
  bags.indices = call.tensor("indices");
  ValueId offsets = call.tensor("offsets");
  if (call.rank(bags.indices) != 1 || call.rank(offsets) != 1) {
    throw Error(call.target() + ": indices and offsets must have one dimension");
  }
  if (call.boolean("include_last_offset")) {
    offsets = call.slice(offsets, 0, 0, call.dim(offsets, 0) - Dim(1));
  }
  bags.count = call.dim(offsets, 0);
  bags.bag = bagOf(call, offsets, call.dim(bags.indices, 0));
  const Shape one = {call.dim(bags.indices, 0)};
  ValueId members = call.full(1.0, DType::f32, one);
  if (!call.isNone("padding_idx") && call.integer("padding_idx") >= 0) {
    const ValueId padding = call.scalar(call.integer("padding_idx"), call.dtype(bags.indices));
    bags.counted = call.binary(Op::ne, bags.indices, padding);
    members = call.cast(bags.counted, DType::f32);
  }
  const ValueId none = call.full(0.0, DType::f32, {bags.count});
  bags.counts = scatterInto(call, none, bags.bag, members, "add", true);
  return bags;
}

// [n] -> [n, width], for scattering rows.
ValueId acrossRow(AtenCall& call, ValueId column, const Dim& width) {
  return call.expand(call.unsqueeze(column, 1), {call.dim(column, 0), width});
}

ValueId reduceBags(AtenCall& call, const Bags& bags, Mode mode, ValueId rows) {
  const Dim width = call.dim(rows, 1);
  const DType dtype = call.dtype(rows);
  const ValueId zeros = call.full(0.0, dtype, {bags.count, width});
  const ValueId index = acrossRow(call, bags.bag, width);
  if (mode == Mode::max) {
    if (bags.counted.valid()) {
      const ValueId low = call.scalar(-HUGE_VAL, dtype);
      rows = call.select(call.unsqueeze(bags.counted, 1), rows, low);
    }
    const ValueId best = scatterInto(call, zeros, index, rows, "max", false);
    const ValueId isEmpty = call.binary(Op::eq, call.unsqueeze(bags.counts, 1), 0.0);
    return call.select(isEmpty, call.scalar(0.0, dtype), best);
  }
  if (bags.counted.valid()) {
    const ValueId zero = call.scalar(0.0, dtype);
    rows = call.select(call.unsqueeze(bags.counted, 1), rows, zero);
  }
  const ValueId sums = scatterInto(call, zeros, index, rows, "add", true);
  if (mode == Mode::sum) return sums;
  const ValueId divisor = call.binary(Op::maximum, bags.counts, 1.0);
  return call.div(sums, call.unsqueeze(call.cast(divisor, dtype), 1));
}

void embeddingBag(AtenCall& call) {
  const std::int64_t number = call.integer("mode");
  if (number < 0 || number > 2) call.unsupported("mode " + std::to_string(number));
  const auto mode = static_cast<Mode>(number);
  const Bags bags = bagsOf(call);
  const ValueId weight = call.tensor("weight");
  ValueId rows = call.make(Op::index, {weight, bags.indices}, {{"axis", 0}});
  const ValueId factors = call.optionalTensor("per_sample_weights");
  if (factors.valid()) {
    rows = call.mul(rows, call.unsqueeze(call.cast(factors, call.dtype(rows)), 1));
  }
  // The other results (bag of each index, bag sizes, positions of maxima) serve training alone.
  std::vector<ValueId> results(call.resultCount());
  results.at(0) = reduceBags(call, bags, mode, rows);
  call.results(std::move(results));
}

constexpr Rule kEmbeddingBagsRules[] = {
    {"aten.embedding_bag.padding_idx", embeddingBag},
    {"aten._embedding_bag.default", embeddingBag},
    {"aten._embedding_bag_forward_only.default", embeddingBag},
};

}  // namespace

std::span<const Rule> embedding_bagsRules();
std::span<const Rule> embedding_bagsRules() {
  return kEmbeddingBagsRules;
}

}  // namespace mcc
