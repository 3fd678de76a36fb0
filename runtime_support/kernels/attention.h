// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention of floats without the matrix of scores: a block of queries, one per lane, meets a block
// of keys at a time. Maxima and sums run along keys, that is from vector to vector, and are
// corrected when a later block has larger scores (Milakov and Gimelshein's online softmax).
#pragma once

#include <cstdint>

#include "runtime_support/kernels/attention_plain.h"
#include "runtime_support/kernels/tile.h"
#include "runtime_support/math/exponential.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// Calls body(height, first) for tiles of MinRows to MaxRows rows that make up `rows`.
template <int MaxRows, int MinRows, class Body>
[[gnu::always_inline]] inline void forTiles(std::int64_t rows, Body&& body) {
  const EvenSplit split = splitEvenly(rows, MaxRows);
  std::int64_t first = 0;
  for (std::int64_t part = 0; part < split.parts; ++part) {
    const std::int64_t height = split.size + (part < split.larger ? 1 : 0);
    withCount<MaxRows, MinRows>(height, [&](auto count) MCC_INLINE { body(count, first); });
    first += height;
  }
}

/// Epilogue: adds what the mask says, which stands where the score goes, unless there is no mask. A
/// hidden key stays hidden even when its score is NaN.
template <class Mask>
struct MaskedScore {
  const float* masks;

  template <class Lanes>
  F32 operator()(F32 score, std::int64_t at, std::int64_t, Lanes lanes) const {
    if constexpr (Mask::isEmpty()) {
      return score;
    } else {
      const F32 added = load(masks + at, lanes);
      return select(added == broadcast(kHidden), added, score + added);
    }
  }
};

/// A block of queries and the part of the scratch that belongs to each lane.
template <int Vectors>
struct QueryBlock {
  static constexpr std::int64_t kWidth = Vectors * F32::kLanes;
  float* queries;  // [depth][kWidth], scaled
  float* weights;  // [keys of a block][kWidth]: masks, then scores, then weights
  float* sums;     // [width][kWidth]: weighted sums of values
  F32 most[Vectors];
  F32 total[Vectors];
  F32 shrink[Vectors];  // what sums of earlier blocks are to be multiplied with
};

/// Scores of `count` keys to weights; updates maxima and totals.
template <int Vectors>
void weighKeys(QueryBlock<Vectors>& block, std::int64_t count) {
  const std::int64_t stride = QueryBlock<Vectors>::kWidth;
  const F32 hidden = broadcast(kHidden);
  for (std::int64_t i = 0; i < Vectors; ++i) {
    float* const weights = block.weights + i * F32::kLanes;
    F32 most = block.most[i];
    for (std::int64_t j = 0; j < count; ++j) {
      const F32 score = load(weights + j * stride, AllLanes{});
      most = select(score > most, score, most);
    }
    const F32 shift = select(most == hidden, broadcast(0.0f), most);
    block.shrink[i] = exp(block.most[i] - shift);
    F32 total = block.total[i] * block.shrink[i];
    for (std::int64_t j = 0; j < count; ++j) {
      const F32 weight = exp(load(weights + j * stride, AllLanes{}) - shift);
      store(weights + j * stride, weight, AllLanes{});
      total = total + weight;
    }
    block.most[i] = most;
    block.total[i] = total;
  }
}

/// Scores of `Rows` keys, the first of which is `key` of the block.
template <int Rows, int Vectors, class Mask>
[[gnu::always_inline]] inline void scoreTile(const QueryBlock<Vectors>& block, const float* k,
                                             std::int64_t depth, std::int64_t key, const Mask&) {
  F32 scores[Rows][Vectors];
  const float* from[Rows];
  PackedRows<Vectors> rows{block.queries};
  startSums(scores, nullptr, AllColumns{});
  unroll<Rows>([&](auto i) MCC_INLINE { from[i] = k + (key + i) * depth; });
  accumulate(scores, from, depth, rows);
  const std::int64_t stride = QueryBlock<Vectors>::kWidth;
  storeSums(scores, block.weights, key * stride, stride, 0, AllColumns{},
            MaskedScore<Mask>{block.weights});
}

/// Adds `count` weighted values to the sums of `Rows` columns of v [count][width].
template <int Rows, int Vectors>
[[gnu::always_inline]] inline void mixTile(const QueryBlock<Vectors>& block, const float* v,
                                           std::int64_t width, std::int64_t column,
                                           std::int64_t count) {
  F32 sums[Rows][Vectors];
  float* const at = block.sums + column * QueryBlock<Vectors>::kWidth;
  unroll<Rows>([&](auto i) MCC_INLINE {
    unroll<Vectors>([&](auto j) MCC_INLINE {
      sums[i][j] = load(at + (i * Vectors + j) * F32::kLanes, AllLanes{}) * block.shrink[j];
    });
  });
  PackedRows<Vectors> rows{block.weights};
  const float* values = v + column;
  for (std::int64_t k = 0; k < count; ++k) {
    F32 weights[Vectors];
    unroll<Vectors>([&](auto j) MCC_INLINE { weights[j] = rows.vector(j); });
    rows.advance();
    unroll<Rows>([&](auto i) MCC_INLINE {
      const F32 value = broadcast(values[i]);
      unroll<Vectors>([&](auto j) MCC_INLINE { sums[i][j] = fma(value, weights[j], sums[i][j]); });
    });
    values += width;
  }
  unroll<Rows>([&](auto i) MCC_INLINE {
    unroll<Vectors>([&](auto j) MCC_INLINE {
      store(at + (i * Vectors + j) * F32::kLanes, sums[i][j], AllLanes{});
    });
  });
}

/// Starts a block with the queries q [rows][depth]; lanes beyond `rows` repeat the last one.
template <int Vectors>
void startBlock(QueryBlock<Vectors>& block, const AttentionSizes& sizes, float scale,
                const float* q, std::int64_t rows) {
  const std::int64_t stride = QueryBlock<Vectors>::kWidth;
  for (std::int64_t lane = 0; lane < stride; ++lane) {
    const float* const query = q + (lane < rows ? lane : rows - 1) * sizes.depth;
    for (std::int64_t e = 0; e < sizes.depth; ++e) {
      block.queries[e * stride + lane] = query[e] * scale;
    }
  }
  for (std::int64_t i = 0; i < sizes.width * stride; ++i) block.sums[i] = 0.0f;
  for (std::int64_t i = 0; i < Vectors; ++i) {
    block.most[i] = broadcast(kHidden);
    block.total[i] = broadcast(0.0f);
  }
}

/// Divides by the totals and writes out [rows][width].
template <int Vectors>
void finishBlock(const QueryBlock<Vectors>& block, const AttentionSizes& sizes, std::int64_t rows,
                 float* out) {
  const F32 zero = broadcast(0.0f);
  for (std::int64_t i = 0; i < Vectors; ++i) {
    const F32 seen = select(block.total[i] == zero, broadcast(1.0f), block.total[i]);
    const std::int64_t first = i * F32::kLanes;
    const std::int64_t left = rows - first < F32::kLanes ? rows - first : F32::kLanes;
    for (std::int64_t c = 0; c < sizes.width; ++c) {
      float lanes[F32::kLanes];
      store(lanes, load(block.sums + (c * Vectors + i) * F32::kLanes, AllLanes{}) / seen,
            AllLanes{});
      for (std::int64_t lane = 0; lane < left; ++lane) {
        out[(first + lane) * sizes.width + c] = lanes[lane];
      }
    }
  }
}

/// Which queries a block holds: rows first .. first + rows - 1 of [group][queries] of a head.
struct QueryRows {
  std::int64_t head;
  std::int64_t first;
  std::int64_t rows;
};

/// Writes the masks of keys first .. first + count - 1.
template <int Vectors, class Mask>
void readMask(const QueryBlock<Vectors>& block, const AttentionSizes& sizes, const QueryRows& at,
              const Mask& mask, std::int64_t first, std::int64_t count) {
  const std::int64_t stride = QueryBlock<Vectors>::kWidth;
  for (std::int64_t lane = 0; lane < stride; ++lane) {
    const std::int64_t row = at.first + (lane < at.rows ? lane : at.rows - 1);
    const std::int64_t head = at.head * sizes.group + row / sizes.queries;
    const std::int64_t query = row % sizes.queries;
    for (std::int64_t j = 0; j < count; ++j) {
      block.weights[j * stride + lane] = mask.at(head, query, first + j);
    }
  }
}

/// The keys that matter to these queries, in whole blocks.
template <class Mask>
std::int64_t keysSeen(const AttentionSizes& sizes, const QueryRows& at, const Mask& mask,
                      std::int64_t keyBlock) {
  const std::int64_t last = at.first + at.rows - 1;
  const bool isOneHead = at.first / sizes.queries == last / sizes.queries;
  const std::int64_t reach =
      mask.reach(isOneHead ? last % sizes.queries + 1 : sizes.queries, sizes.keys);
  const std::int64_t whole = (reach + keyBlock - 1) / keyBlock * keyBlock;
  return whole < sizes.keys ? whole : sizes.keys;
}

template <int MaxRows, int MinRows, int Vectors, class Mask>
void attendBlock(Tile<MaxRows, MinRows, Vectors, 0>, const AttentionSizes& sizes, float scale,
                 std::int64_t keyBlock, const QueryRows& at, const float* q, const float* k,
                 const float* v, const Mask& mask, float* scratch, float* out) {
  const std::int64_t stride = QueryBlock<Vectors>::kWidth;
  QueryBlock<Vectors> block;
  block.queries = scratch;
  block.weights = block.queries + sizes.depth * stride;
  block.sums = block.weights + keyBlock * stride;
  startBlock(block, sizes, scale, q, at.rows);
  const std::int64_t seen = keysSeen(sizes, at, mask, keyBlock);
  for (std::int64_t first = 0; first < seen; first += keyBlock) {
    const std::int64_t count = seen - first < keyBlock ? seen - first : keyBlock;
    if constexpr (!Mask::isEmpty()) readMask(block, sizes, at, mask, first, count);
    forTiles<MaxRows, MinRows>(count, [&](auto rows, std::int64_t key) MCC_INLINE {
      scoreTile<rows>(block, k + first * sizes.depth, sizes.depth, key, mask);
    });
    weighKeys(block, count);
    forTiles<MaxRows, MinRows>(sizes.width, [&](auto rows, std::int64_t column) MCC_INLINE {
      mixTile<rows>(block, v + first * sizes.width, sizes.width, column, count);
    });
  }
  finishBlock(block, sizes, at.rows, out);
}

/// Queries of a block.
template <int MaxRows, int MinRows, int Vectors>
constexpr std::int64_t queriesOf(Tile<MaxRows, MinRows, Vectors, 0>) {
  return QueryBlock<Vectors>::kWidth;
}

/// out = softmax(q k^T * scale + mask) v, row by row; 0 where no key is seen. Values of hidden keys
/// must be finite. scratch: depth + keyBlock + width vectors for each of the tile's Vectors. With
/// constant sizes tiles have only the heights that keyBlock, the rest of the keys and width need.
template <class RegisterTile, class Mask>
[[gnu::noinline]] void attention(const AttentionSizes& sizes, float scale, std::int64_t keyBlock,
                                 const float* q, const float* k, const float* v, const Mask& mask,
                                 float* out, float* scratch) {
  constexpr std::int64_t kRows = queriesOf(RegisterTile{});
  const std::int64_t rows = sizes.group * sizes.queries;
  for (std::int64_t h = 0; h < sizes.heads; ++h) {
    const float* const keys = k + h * sizes.keys * sizes.depth;
    const float* const values = v + h * sizes.keys * sizes.width;
    for (std::int64_t first = 0; first < rows; first += kRows) {
      const std::int64_t left = rows - first < kRows ? rows - first : kRows;
      const std::int64_t row = h * rows + first;
      attendBlock(RegisterTile{}, sizes, scale, keyBlock, QueryRows{h, first, left},
                  q + row * sizes.depth, keys, values, mask, scratch, out + row * sizes.width);
    }
  }
}

}  // namespace mcc::rt
