// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// First-fit placement under several orders, then branch and bound over orders. Some order of
// first-fit is optimal: sort an optimal plan by offset and let every block sink.
#include "passes/plan_memory/place.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace mcc {
namespace {

using Order = std::vector<std::size_t>;

bool aliveTogether(const Block& a, const Block& b) {
  return a.first <= b.last && b.first <= a.last;
}

// The lowest offset at which `block` fits among the first `count` blocks of `order`.
std::int64_t firstFit(const std::vector<Block>& blocks, const Order& order, std::size_t count,
                      const Block& block) {
  std::vector<std::pair<std::int64_t, std::int64_t>> taken;
  for (std::size_t i = 0; i < count; ++i) {
    const Block& other = blocks[order[i]];
    if (aliveTogether(block, other)) taken.emplace_back(other.offset, other.offset + other.bytes);
  }
  std::sort(taken.begin(), taken.end());
  std::int64_t at = 0;
  for (const auto& [begin, end] : taken) {
    if (at + block.bytes <= begin) break;
    at = std::max(at, end);
  }
  return at;
}

std::int64_t placeInOrder(std::vector<Block>& blocks, const Order& order) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Block& block = blocks[order[i]];
    block.offset = firstFit(blocks, order, i, block);
    total = std::max(total, block.offset + block.bytes);
  }
  return total;
}

// Depth-first search over orders; counts nodes, never time, so that results are reproducible.
class Search {
 public:
  Search(const std::vector<Block>& blocks, std::int64_t bound, std::int64_t best)
      : blocks_(blocks), bound_(bound), best_(best) {}

  // The best order found, empty when none beats the start.
  Order run() {
    Order order(blocks_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return blocks_[a].bytes > blocks_[b].bytes;
    });
    descend(order, 0, 0);
    return bestOrder_;
  }

 private:
  static constexpr std::int64_t kMaxNodes = 20000;

  void descend(Order& order, std::size_t depth, std::int64_t total) {
    if (best_ == bound_ || ++nodes_ > kMaxNodes) return;
    if (depth == order.size()) {
      best_ = total;
      bestOrder_ = order;
      return;
    }
    for (std::size_t i = depth; i < order.size(); ++i) {
      Block& block = blocks_[order[i]];
      const std::int64_t at = firstFit(blocks_, order, depth, block);
      if (at + block.bytes >= best_) continue;
      block.offset = at;
      std::rotate(order.begin() + static_cast<std::ptrdiff_t>(depth),
                  order.begin() + static_cast<std::ptrdiff_t>(i),
                  order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      descend(order, depth + 1, std::max(total, at + block.bytes));
      std::rotate(order.begin() + static_cast<std::ptrdiff_t>(depth),
                  order.begin() + static_cast<std::ptrdiff_t>(depth) + 1,
                  order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }

  std::vector<Block> blocks_;
  std::int64_t bound_, best_, nodes_ = 0;
  Order bestOrder_;
};

// Orders worth trying: by size, by lifetime, by area, by birth.
std::vector<Order> heuristicOrders(const std::vector<Block>& blocks) {
  const auto length = [&](std::size_t i) { return blocks[i].last - blocks[i].first + 1; };
  const auto key = [&](int rule, std::size_t i) -> std::tuple<std::int64_t, std::int64_t> {
    const Block& block = blocks[i];
    if (rule == 0) return {-block.bytes, -length(i)};
    if (rule == 1) return {-length(i), -block.bytes};
    if (rule == 2) return {-block.bytes * length(i), block.first};
    return {block.first, -block.bytes};
  };
  std::vector<Order> orders;
  for (int rule = 0; rule < 4; ++rule) {
    Order order(blocks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(rule, a) < key(rule, b); });
    orders.push_back(std::move(order));
  }
  return orders;
}

}  // namespace

std::int64_t placeBlocks(std::vector<Block>& blocks) {
  constexpr std::size_t kSearchLimit = 64;  // blocks; beyond, orders are too many to matter
  const std::int64_t bound = lowerBound(blocks);
  std::int64_t best = INT64_MAX;
  Order bestOrder;
  for (const Order& order : heuristicOrders(blocks)) {
    const std::int64_t total = placeInOrder(blocks, order);
    if (total >= best) continue;
    best = total;
    bestOrder = order;
  }
  if (best > bound && blocks.size() <= kSearchLimit) {
    const Order better = Search(blocks, bound, best).run();
    if (!better.empty()) bestOrder = better;
  }
  return placeInOrder(blocks, bestOrder);
}

}  // namespace mcc
