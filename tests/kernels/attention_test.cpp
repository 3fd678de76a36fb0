// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention: the blocked and the plain kernel against the formula in double precision.
#include "runtime_support/kernels/attention.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::near;
using testing::randomFloats;
using testing::randomIntegers;

struct Case {
  AttentionSizes sizes;
  std::vector<float> q, k, v;

  explicit Case(const AttentionSizes& s)
      : sizes(s),
        q(randomFloats(s.heads * s.group * s.queries * s.depth, 1)),
        k(randomFloats(s.heads * s.keys * s.depth, 2)),
        v(randomFloats(s.heads * s.keys * s.width, 3)) {}

  std::int64_t outputs() const { return sizes.heads * sizes.group * sizes.queries * sizes.width; }
  double score(std::int64_t row, std::int64_t key) const {
    const std::int64_t head = row / (sizes.group * sizes.queries);
    double sum = 0;
    for (std::int64_t e = 0; e < sizes.depth; ++e) {
      sum += static_cast<double>(q[static_cast<std::size_t>(row * sizes.depth + e)]) *
             static_cast<double>(
                 k[static_cast<std::size_t>((head * sizes.keys + key) * sizes.depth + e)]);
    }
    return sum;
  }
};

constexpr float kScale = 0.4f;

/// added(head of the queries, query, key) is the mask.
template <class Added>
std::vector<double> reference(const Case& c, Added added) {
  const AttentionSizes& s = c.sizes;
  std::vector<double> out;
  for (std::int64_t row = 0; row < s.heads * s.group * s.queries; ++row) {
    const std::int64_t head = row / s.queries;
    std::vector<double> weights;
    double most = -std::numeric_limits<double>::infinity();
    for (std::int64_t j = 0; j < s.keys; ++j) {
      const double score =
          c.score(row, j) * static_cast<double>(kScale) + added(head, row % s.queries, j);
      weights.push_back(score);
      most = std::fmax(most, score);
    }
    double total = 0;
    for (double& weight : weights) {
      weight = std::isinf(most) ? 0 : std::exp(weight - most);
      total += weight;
    }
    for (std::int64_t i = 0; i < s.width; ++i) {
      double sum = 0;
      for (std::int64_t j = 0; j < s.keys && total > 0; ++j) {
        const std::int64_t at = (head / s.group * s.keys + j) * s.width + i;
        sum += weights[static_cast<std::size_t>(j)] / total *
               static_cast<double>(c.v[static_cast<std::size_t>(at)]);
      }
      out.push_back(sum);
    }
  }
  return out;
}

bool matches(const Guarded<float>& got, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!near(static_cast<double>(got[static_cast<std::int64_t>(i)]), expected[i], 1)) {
      return false;
    }
  }
  return true;
}

template <class RegisterTile, class Mask>
void checkBlocked(const Case& c, std::int64_t keyBlock, const Mask& mask,
                  const std::vector<double>& expected) {
  const AttentionSizes& s = c.sizes;
  Guarded<float> out(c.outputs());
  Guarded<float> scratch((s.depth + keyBlock + s.width) * queriesOf(RegisterTile{}));
  attention<RegisterTile>(s, kScale, keyBlock, c.q.data(), c.k.data(), c.v.data(), mask,
                          out.data(), scratch.data());
  CHECK(out.intact());
  CHECK(scratch.intact());
  CHECK(matches(out, expected));
}

template <class Mask, class Added>
void checkMask(const Case& c, const Mask& mask, Added added) {
  const auto expected = reference(c, added);
  CAPTURE(c.sizes.queries);
  CAPTURE(c.sizes.keys);
  checkBlocked<Tile<6, 1, 2, 0>>(c, 64, mask, expected);
  checkBlocked<Tile<4, 1, 1, 0>>(c, 5, mask, expected);
  checkBlocked<Tile<1, 1, 4, 0>>(c, 1, mask, expected);
  Guarded<float> out(c.outputs());
  attentionPlain(c.sizes, kScale, c.q.data(), c.k.data(), c.v.data(), mask, out.data());
  CHECK(out.intact());
  CHECK(matches(out, expected));
}

const AttentionSizes kSizes[] = {{2, 1, 3, 5, 4, 6},   {1, 4, 1, 9, 8, 8},   {2, 2, 37, 70, 3, 5},
                                 {1, 1, 17, 130, 1, 1}, {1, 3, 2, 0, 4, 4},  {0, 1, 2, 3, 4, 5},
                                 {1, 1, 0, 3, 4, 5},    {3, 1, 65, 64, 16, 7}, {1, 1, 2, 3, 0, 4}};

constexpr double kExcluded = -std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("attention without mask and with a causal one") {
  for (const AttentionSizes& sizes : kSizes) {
    const Case c(sizes);
    checkMask(c, NoMask{}, [](std::int64_t, std::int64_t, std::int64_t) { return 0.0; });
    checkMask(c, CausalMask{}, [](std::int64_t, std::int64_t query, std::int64_t key) {
      return key > query ? kExcluded : 0.0;
    });
  }
}

TEST_CASE("attention with masks of bools and floats, dense and stretched") {
  for (const AttentionSizes& s : kSizes) {
    const Case c(s);
    const std::int64_t heads = s.heads * s.group;
    const std::int64_t scores = heads * s.queries * s.keys;
    const auto floats = randomFloats(scores + 1, 5);
    const auto seen = std::make_unique<bool[]>(static_cast<std::size_t>(scores));
    for (std::int64_t i = s.keys; i < scores; ++i) {  // the very first query sees nothing
      seen[static_cast<std::size_t>(i)] = floats[static_cast<std::size_t>(i)] > 0;
    }
    const auto at = [&](std::int64_t head, std::int64_t query, std::int64_t key) {
      return static_cast<std::size_t>((head * s.queries + query) * s.keys + key);
    };
    const TensorMask<bool> bools{seen.get(), s.group, s.group * s.queries * s.keys,
                                 s.queries * s.keys, s.keys};
    checkMask(c, bools, [&](std::int64_t head, std::int64_t query, std::int64_t key) {
      return seen[at(head, query, key)] ? 0.0 : kExcluded;
    });
    const TensorMask<float> dense{floats.data(), s.group, s.group * s.queries * s.keys,
                                  s.queries * s.keys, s.keys};
    checkMask(c, dense, [&](std::int64_t head, std::int64_t query, std::int64_t key) {
      return static_cast<double>(floats[at(head, query, key)]);
    });
    const TensorMask<float> stretched{floats.data(), s.group, s.keys, 0, 0};
    checkMask(c, stretched, [&](std::int64_t head, std::int64_t, std::int64_t key) {
      return static_cast<double>(
          floats[static_cast<std::size_t>(head / s.group * s.keys + key)]);
    });
  }
}

TEST_CASE("attention never looks at hidden keys, and passes on NaN of those seen") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const AttentionSizes sizes{1, 1, 2, 2, 1, 1};
  const float q[] = {1, 1};
  const float k[] = {1, nan};
  const float v[] = {3, 4};
  float out[2], scratch[(1 + 2 + 1) * F32::kLanes];
  attention<Tile<2, 1, 1, 0>>(sizes, 1.0f, 2, q, k, v, CausalMask{}, out, scratch);
  CHECK(out[0] == 3);
  CHECK(std::isnan(out[1]));
  attentionPlain(sizes, 1.0f, q, k, v, CausalMask{}, out);
  CHECK(out[0] == 3);
  CHECK(std::isnan(out[1]));
}

}  // namespace mcc::rt
