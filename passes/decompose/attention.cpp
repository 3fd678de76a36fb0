// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scaled_dot_product_attention.
#include <cmath>

#include "ir/op_def.h"
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

// Key or value heads repeated so that each query head has one of its own (grouped queries).
ValueId repeatHeads(AtenCall& call, ValueId x, const Dim& heads) {
  const Dim own = call.dim(x, -3);
  if (own == heads) return x;
  if (!own.isConstant() || !heads.isConstant() || heads.constant() % own.constant() != 0) {
    throw Error(call.target() + ": " + own.text() + " heads can't serve " + heads.text());
  }
  const Dim repeats(heads.constant() / own.constant());
  Shape shape = call.shape(x);
  shape.insert(shape.end() - 2, repeats);
  const ValueId wide = call.expand(call.unsqueeze(x, -3), shape);
  shape.erase(shape.end() - 3);
  shape[shape.size() - 3] = heads;
  return call.reshape(wide, shape);
}

// Can heads of keys and values serve several of queries each, without copies?
bool shareHeads(AtenCall& call, ValueId key, ValueId value, const Dim& heads) {
  const Dim own = call.dim(key, -3);
  return own == call.dim(value, -3) && own.isConstant() && heads.isConstant() &&
         own.constant() > 0 && heads.constant() % own.constant() == 0;
}

// Stretched to these leading dimensions; the last of them, heads, may stay as it is.
ValueId withLeading(AtenCall& call, ValueId x, Shape batch, bool keepHeads) {
  if (keepHeads) batch.back() = call.dim(x, -3);
  batch.push_back(call.dim(x, -2));
  batch.push_back(call.dim(x, -1));
  return call.expand(x, batch);
}

double scaleOf(AtenCall& call, ValueId query) {
  if (!call.isNone("scale")) return call.real("scale");
  const auto depth = call.dim(query, -1).asConstant();
  if (!depth) call.unsupported("a size of query vectors that is not known when mcc runs");
  return 1 / std::sqrt(static_cast<double>(*depth));
}

ValueId attend(AtenCall& call, bool isGrouped) {
  const ValueId query = call.tensor("query");
  ValueId key = call.tensor("key");
  ValueId value = call.tensor("value");
  if (call.real("dropout_p") != 0) call.unsupported("dropout while running");
  const bool isShared = isGrouped && shareHeads(call, key, value, call.dim(query, -3));
  if (isGrouped && !isShared) {
    key = repeatHeads(call, key, call.dim(query, -3));
    value = repeatHeads(call, value, call.dim(query, -3));
  }
  std::vector<Shape> leading;
  for (const ValueId x : {query, key, value}) {
    leading.emplace_back(call.shape(x).begin(), call.shape(x).end() - 2);
    if (isShared) leading.back().back() = call.dim(query, -3);
  }
  const Shape batch = broadcastShapes(leading);
  ValueId mask = call.optionalTensor("attn_mask");
  if (mask.valid() && call.boolean("is_causal")) {
    throw Error(call.target() + ": attn_mask and is_causal exclude each other");
  }
  if (mask.valid() && call.dtype(mask) != DType::boolean) {
    mask = call.cast(mask, call.dtype(query));
  }
  return call.make(Op::attention,
                   {withLeading(call, query, batch, false), withLeading(call, key, batch, isShared),
                    withLeading(call, value, batch, isShared), mask},
                   {{"scale", scaleOf(call, query)}, {"causal", call.boolean("is_causal")}});
}

void attention(AtenCall& call) {
  call.result(attend(call, call.boolean("enable_gqa")));
}

// The second result, log-sum-exp of the scores, serves training alone.
void flashAttention(AtenCall& call) {
  call.results({attend(call, false), ValueId{}});
}

// The second result, the weights, is rarely read.
void attentionMath(AtenCall& call) {
  if (!call.isNone("dropout_mask")) call.unsupported("dropout while running");
  call.results({attend(call, call.boolean("enable_gqa")), ValueId{}});
}

constexpr Rule kAttentionRules[] = {
    {"aten.scaled_dot_product_attention.default", attention},
    {"aten._scaled_dot_product_flash_attention_for_cpu.default", flashAttention},
    {"aten._scaled_dot_product_attention_math.default", attentionMath},
};

}  // namespace

std::span<const Rule> attentionRules();
std::span<const Rule> attentionRules() {
  return kAttentionRules;
}

}  // namespace mcc
