// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention over any floating-point type, one score at a time, and what masks add to scores.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime_support/math/scalar_functions.h"

namespace mcc::rt {

/// q is [heads][group][queries][depth], k [heads][keys][depth], v [heads][keys][width] and out
/// [heads][group][queries][width]: `group` heads of queries share one of keys.
struct AttentionSizes {
  std::int64_t heads;  // of keys, those of all batches together
  std::int64_t group;
  std::int64_t queries;
  std::int64_t keys;
  std::int64_t depth;
  std::int64_t width;
};

/// The score of a key that a query does not see.
constexpr float kHidden = -std::numeric_limits<float>::infinity();

/// Masks say what is added to the score of a query and a key: nothing ...
struct NoMask {
  static constexpr bool isEmpty() { return true; }

  float at(std::int64_t, std::int64_t, std::int64_t) const { return 0.0f; }
  /// How many of the keys the first `queries` queries of a head see at most.
  std::int64_t reach(std::int64_t, std::int64_t keys) const { return keys; }
};
/// ... kHidden for keys that come after the query ...
struct CausalMask {
  static constexpr bool isEmpty() { return false; }

  float at(std::int64_t, std::int64_t query, std::int64_t key) const {
    return key > query ? kHidden : 0.0f;
  }
  std::int64_t reach(std::int64_t queries, std::int64_t keys) const {
    return queries < keys ? queries : keys;
  }
};
/// ... or what a tensor holds, or kHidden where one of bools holds false. Head h of the queries is
/// the tensor's [h / inner][h % inner]; keys are adjacent; strides are 0 where it is stretched.
template <class T>
struct TensorMask {
  static constexpr bool isEmpty() { return false; }

  const T* data;
  std::int64_t inner;
  std::int64_t outerStride;
  std::int64_t innerStride;
  std::int64_t queryStride;

  static float scoreOf(bool seen) { return seen ? 0.0f : kHidden; }
  static float scoreOf(float added) { return added; }
  static double scoreOf(double added) { return added; }
  auto at(std::int64_t head, std::int64_t query, std::int64_t key) const {
    return scoreOf(data[head / inner * outerStride + head % inner * innerStride +
                        query * queryStride + key]);
  }
  std::int64_t reach(std::int64_t, std::int64_t keys) const { return keys; }
};

/// One query: out = softmax(q k^T * scale + mask) v; 0 when no key is seen. Sums are rescaled
/// whenever a larger score turns up.
template <class T, class Mask>
void attendPlain(const AttentionSizes& sizes, T scale, std::int64_t head, std::int64_t query,
                 const T* q, const T* k, const T* v, const Mask& mask, T* out) {
  T most = static_cast<T>(kHidden);
  T total = T(0);
  for (std::int64_t c = 0; c < sizes.width; ++c) out[c] = T(0);
  for (std::int64_t j = 0; j < sizes.keys; ++j) {
    const T added = mask.at(head, query, j);
    if (added == static_cast<T>(kHidden)) continue;
    T score = T(0);
    for (std::int64_t e = 0; e < sizes.depth; ++e) score += q[e] * k[j * sizes.depth + e];
    score = score * scale + added;
    if (score == static_cast<T>(kHidden)) continue;
    if (score > most) {
      const T shrink = exp(most - score);
      total *= shrink;
      for (std::int64_t c = 0; c < sizes.width; ++c) out[c] *= shrink;
      most = score;
    }
    const T weight = exp(score - most);
    total += weight;
    for (std::int64_t c = 0; c < sizes.width; ++c) out[c] += weight * v[j * sizes.width + c];
  }
  for (std::int64_t c = 0; c < sizes.width && total != T(0); ++c) out[c] /= total;
}

template <class T, class Mask>
[[gnu::noinline]] void attentionPlain(const AttentionSizes& sizes, T scale, const T* q, const T* k,
                                      const T* v, const Mask& mask, T* out) {
  for (std::int64_t h = 0; h < sizes.heads * sizes.group; ++h) {
    const std::int64_t first = h / sizes.group * sizes.keys;
    for (std::int64_t i = 0; i < sizes.queries; ++i) {
      const std::int64_t row = h * sizes.queries + i;
      attendPlain(sizes, scale, h, i, q + row * sizes.depth, k + first * sizes.depth,
                  v + first * sizes.width, mask, out + row * sizes.width);
    }
  }
}

}  // namespace mcc::rt
