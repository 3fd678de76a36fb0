// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of attention.
#include <algorithm>

#include "ir/ops/gemm_tile.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

constexpr std::int64_t kKeyBlock = 64;  // keys that a block of queries meets at a time

struct AttentionExtents {
  Dim heads, queries, keys, depth, width;  // heads: of keys
  std::int64_t group;                      // heads of queries per head of keys
};

AttentionExtents extentsOf(const Lowering& lowering) {
  const TensorType& q = lowering.inputType(0);
  const TensorType& k = lowering.inputType(1);
  AttentionExtents sizes{1, q.dim(-2), k.dim(-2), q.dim(-1), lowering.inputType(2).dim(-1), 1};
  for (std::int64_t d = 0; d + 2 < k.rank(); ++d) sizes.heads = sizes.heads * k.dim(d);
  if (k.rank() < 3 || k.dim(-3) == q.dim(-3)) return sizes;
  sizes.group = q.dim(-3).constant() / k.dim(-3).constant();
  return sizes;
}

Arg sizesArg(const AttentionExtents& sizes) {
  return Lowering::structure(
      "AttentionSizes",
      {Lowering::integer(sizes.heads, "heads"), Lowering::integer(sizes.group, "group"),
       Lowering::integer(sizes.queries, "queries"), Lowering::integer(sizes.keys, "keys"),
       Lowering::integer(sizes.depth, "depth"), Lowering::integer(sizes.width, "width")});
}

// The mask's strides along the dimensions of the scores; 0 where it is stretched.
std::vector<Dim> maskStrides(const Shape& mask, const Shape& scores) {
  std::vector<Dim> strides(scores.size(), Dim(0));
  const std::size_t offset = scores.size() - mask.size();
  Dim stride = 1;
  for (std::size_t d = mask.size(); d-- > 0;) {
    if (mask[d] != Dim(1) || scores[offset + d] == Dim(1)) strides[offset + d] = stride;
    stride = stride * mask[d];
  }
  return strides;
}

// Leading dimensions joined where strides allow it.
struct Heads {
  std::vector<Dim> sizes, strides;
};

Heads joinedHeads(const Shape& scores, const std::vector<Dim>& strides) {
  Heads heads;
  for (std::size_t d = 0; d + 2 < scores.size(); ++d) {
    if (scores[d] == Dim(1)) continue;
    if (!heads.sizes.empty() && heads.strides.back() == strides[d] * scores[d]) {
      heads.sizes.back() = heads.sizes.back() * scores[d];
      heads.strides.back() = strides[d];
    } else {
      heads.sizes.push_back(scores[d]);
      heads.strides.push_back(strides[d]);
    }
  }
  return heads;
}

// The mask written out for every score: for the rare forms that the kernel can't address.
Arg stretchedMask(Lowering& lowering, const Shape& scores, const std::vector<Dim>& strides) {
  std::vector<Dim> dense(scores.size(), Dim(1));
  for (std::size_t d = scores.size() - 1; d-- > 0;) dense[d] = dense[d + 1] * scores[d + 1];
  const BufferId whole = lowering.scratch(lowering.inputType(3).dtype, product(scores));
  lowering.call("copyStrided",
                {lowering.in(3), Lowering::list(strides), Lowering::write(whole),
                 Lowering::list(dense), Lowering::list(scores)},
                {std::to_string(scores.size())});
  return Lowering::read(whole);
}

Arg tensorMask(Lowering& lowering) {
  Shape scores = lowering.inputType(0).shape;
  scores.back() = lowering.inputType(1).dim(-2);
  std::vector<Dim> strides = maskStrides(lowering.inputType(3).shape, scores);
  Heads heads = joinedHeads(scores, strides);
  Arg data = lowering.in(3);
  const bool isKeyStretched = strides.back() == Dim(0) && scores.back() != Dim(1);
  if (isKeyStretched || heads.sizes.size() > 2) {
    data = stretchedMask(lowering, scores, strides);
    strides = maskStrides(scores, scores);
    heads = joinedHeads(scores, strides);
  }
  while (heads.sizes.size() < 2) {
    heads.sizes.insert(heads.sizes.begin(), Dim(1));
    heads.strides.insert(heads.strides.begin(), Dim(0));
  }
  return Lowering::structure(
      std::string("TensorMask<") + cppType(lowering.inputType(3).dtype) + ">",
      {data, Lowering::integer(heads.sizes[1], "inner"),
       Lowering::integer(heads.strides[0], "outerStride"),
       Lowering::integer(heads.strides[1], "innerStride"),
       Lowering::integer(strides[strides.size() - 2], "queryStride")});
}

Arg maskOf(Lowering& lowering) {
  if (lowering.has(3)) return tensorMask(lowering);
  const bool causal = lowering.node().attributes.boolean("causal");
  return Lowering::text(causal ? "CausalMask{}" : "NoMask{}");
}

}  // namespace

void lowerAttention(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const AttentionExtents sizes = extentsOf(lowering);
  const Arg scale = Lowering::literal(lowering.node().attributes.real("scale"), dtype);
  const Arg mask = maskOf(lowering);
  if (dtype != DType::f32) {
    lowering.call("attentionPlain", {sizesArg(sizes), scale, lowering.in(0), lowering.in(1),
                                     lowering.in(2), mask, lowering.out(0)});
    return;
  }
  std::int64_t keyBlock = kKeyBlock;
  if (sizes.keys.isConstant()) {
    keyBlock = std::clamp<std::int64_t>(sizes.keys.constant(), 1, kKeyBlock);
  }
  const Target& target = lowering.target();
  const Dim queries = sizes.queries * Dim(sizes.group);
  const Dim lanes(attentionTileQueries(target, queries));
  const BufferId scratch =
      lowering.scratch(dtype, (sizes.depth + Dim(keyBlock) + sizes.width) * lanes);
  lowering.call("attention",
                {sizesArg(sizes), scale, Lowering::integer(keyBlock, "keyBlock"), lowering.in(0),
                 lowering.in(1), lowering.in(2), mask, lowering.out(0), Lowering::write(scratch)},
                {attentionTileText(target, queries, sizes.keys, keyBlock, sizes.width)});
}

}  // namespace mcc
