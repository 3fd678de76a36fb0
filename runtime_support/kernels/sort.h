// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stable order, the first elements in order, and search in ordered rows. NaN is the largest number.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/reduce.h"
#include "runtime_support/math/sizes.h"

namespace mcc::rt {

/// Whether a stands before b. NaNs are equal.
template <bool Descending, class T>
constexpr bool isBefore(T a, T b) {
  if constexpr (Descending) {
    return a > b || (a != a && b == b);
  } else {
    return a < b || (b != b && a == a);
  }
}

/// Elements and where they stood.
template <class T>
struct Ordered {
  T* keys;
  std::int64_t* positions;
};

/// Sorts [begin, end) by insertion.
template <bool Descending, class T>
void sortRun(Ordered<T> items, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin + 1; i < end; ++i) {
    const T key = items.keys[i];
    const std::int64_t position = items.positions[i];
    std::int64_t to = i;
    for (; to > begin && isBefore<Descending>(key, items.keys[to - 1]); --to) {
      items.keys[to] = items.keys[to - 1];
      items.positions[to] = items.positions[to - 1];
    }
    items.keys[to] = key;
    items.positions[to] = position;
  }
}

/// Merges the ordered runs [begin, middle) and [middle, end) into `to`.
template <bool Descending, class T>
void mergeRuns(Ordered<T> from, Ordered<T> to, std::int64_t begin, std::int64_t middle,
               std::int64_t end) {
  std::int64_t first = begin;
  std::int64_t second = middle;
  for (std::int64_t i = begin; i < end; ++i) {
    const bool takesSecond =
        first == middle ||
        (second < end && isBefore<Descending>(from.keys[second], from.keys[first]));
    const std::int64_t at = takesSecond ? second++ : first++;
    to.keys[i] = from.keys[at];
    to.positions[i] = from.positions[at];
  }
}

/// Sorts `count` items, whose memory has room for as many again behind them. Returns where the
/// result is: in the front half or in the back half.
template <bool Descending, class T>
Ordered<T> sortItems(Ordered<T> items, std::int64_t count) {
  constexpr std::int64_t kRun = 16;
  for (std::int64_t begin = 0; begin < count; begin += kRun) {
    sortRun<Descending>(items, begin, smaller(begin + kRun, count));
  }
  Ordered<T> other{items.keys + count, items.positions + count};
  for (std::int64_t length = kRun; length < count; length *= 2) {
    for (std::int64_t begin = 0; begin < count; begin += 2 * length) {
      mergeRuns<Descending>(items, other, begin, smaller(begin + length, count),
                            smaller(begin + 2 * length, count));
    }
    const Ordered<T> sorted = other;
    other = items;
    items = sorted;
  }
  return items;
}

/// x is [outer][count][inner], values and positions (may be null) are [outer][wanted][inner]: the
/// first `wanted` elements in order and where they stood. keys and order: scratch, 2 * count
/// elements each. False when `wanted` is not in [0, count].
template <bool Descending, class T>
[[gnu::noinline]] bool sortLines(const ReduceSizes& sizes, const T* x, std::int64_t wanted, T* keys,
                                 std::int64_t* order, T* values, std::int64_t* positions) {
  if (wanted < 0 || wanted > sizes.count) return false;
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      for (std::int64_t i = 0; i < sizes.count; ++i) {
        keys[i] = x[(o * sizes.count + i) * sizes.inner + c];
        order[i] = i;
      }
      const Ordered<T> sorted = sortItems<Descending>(Ordered<T>{keys, order}, sizes.count);
      for (std::int64_t i = 0; i < wanted; ++i) {
        const std::int64_t to = (o * wanted + i) * sizes.inner + c;
        if (values != nullptr) values[to] = sorted.keys[i];
        if (positions != nullptr) positions[to] = sorted.positions[i];
      }
    }
  }
  return true;
}

/// The same for a small `wanted`, whose elements are kept in order while x is read once. keys and
/// order: scratch, `wanted` elements each.
template <bool Descending, class T>
[[gnu::noinline]] bool selectLines(const ReduceSizes& sizes, const T* x, std::int64_t wanted,
                                   T* keys, std::int64_t* order, T* values,
                                   std::int64_t* positions) {
  if (wanted < 0 || wanted > sizes.count) return false;
  for (std::int64_t o = 0; wanted > 0 && o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      const T* const from = x + o * sizes.count * sizes.inner + c;
      for (std::int64_t i = 0; i < sizes.count; ++i) {
        const T key = from[i * sizes.inner];
        std::int64_t to = smaller(i, wanted);
        if (to == wanted && !isBefore<Descending>(key, keys[to - 1])) continue;
        if (to == wanted) --to;
        for (; to > 0 && isBefore<Descending>(key, keys[to - 1]); --to) {
          keys[to] = keys[to - 1];
          order[to] = order[to - 1];
        }
        keys[to] = key;
        order[to] = i;
      }
      for (std::int64_t i = 0; i < wanted; ++i) {
        const std::int64_t to = (o * wanted + i) * sizes.inner + c;
        if (values != nullptr) values[to] = keys[i];
        if (positions != nullptr) positions[to] = order[i];
      }
    }
  }
  return true;
}

template <class T>
void exchange(Ordered<T> items, std::int64_t a, std::int64_t b) {
  const T key = items.keys[a];
  items.keys[a] = items.keys[b];
  items.keys[b] = key;
  const std::int64_t position = items.positions[a];
  items.positions[a] = items.positions[b];
  items.positions[b] = position;
}

/// Exchanges items a and b when b stands before a.
template <class T>
void putInOrder(Ordered<T> items, std::int64_t a, std::int64_t b) {
  if (isBefore<false>(items.keys[b], items.keys[a])) exchange(items, a, b);
}

/// Brings the item that sorting would put at `wanted` there. Which one of several equal items it is
/// follows from the exchanges, so they are PyTorch's: quickselect, the pivot the median of the
/// first, the middle and the last item.
template <class T>
void selectItem(Ordered<T> items, std::int64_t count, std::int64_t wanted) {
  std::int64_t low = 0;
  std::int64_t high = count - 1;
  while (high > low + 1) {
    exchange(items, low + (high - low) / 2, low + 1);
    putInOrder(items, low + 1, high);
    putInOrder(items, low, high);
    putInOrder(items, low + 1, low);
    const T pivot = items.keys[low];  // not less than item low + 1, not greater than item high
    std::int64_t up = low + 1;
    std::int64_t down = high;
    for (;;) {
      do ++up;
      while (isBefore<false>(items.keys[up], pivot));
      do --down;
      while (isBefore<false>(pivot, items.keys[down]));
      if (down < up) break;
      exchange(items, up, down);
    }
    exchange(items, low, down);
    if (down <= wanted) low = up;
    if (down >= wanted) high = down - 1;
  }
  if (high == low + 1) putInOrder(items, low, high);
}

/// x is [outer][count][inner], values and positions (may be null) are [outer][inner]: the element
/// that is number `wanted` in order, the smallest being number 0, and where it stood. keys and
/// order: scratch, `count` elements each. False when `wanted` is not in [0, count).
template <class T>
[[gnu::noinline]] bool kthLines(const ReduceSizes& sizes, const T* x, std::int64_t wanted, T* keys,
                                std::int64_t* order, T* values, std::int64_t* positions) {
  if (wanted < 0 || wanted >= sizes.count) return false;
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      for (std::int64_t i = 0; i < sizes.count; ++i) {
        keys[i] = x[(o * sizes.count + i) * sizes.inner + c];
        order[i] = i;
      }
      selectItem(Ordered<T>{keys, order}, sizes.count, wanted);
      const std::int64_t to = o * sizes.inner + c;
      if (values != nullptr) values[to] = keys[wanted];
      if (positions != nullptr) positions[to] = order[wanted];
    }
  }
  return true;
}

/// Where `value` is to be inserted into an ordered row: before (Right: behind) its equals. Nothing
/// is behind a NaN.
template <bool Right, class T>
std::int64_t insertionPoint(const T* row, std::int64_t count, T value) {
  std::int64_t low = 0;
  while (count > 0) {
    const std::int64_t half = count / 2;
    const T middle = row[low + half];
    const bool before = Right ? !(middle > value) : !(middle >= value);
    low = before ? low + half + 1 : low;
    count = before ? count - half - 1 : half;
  }
  return low;
}

/// Insertion points of values [rows][perRow] into the row of the same number of `sorted`
/// [rows][length].
template <bool Right, class T>
[[gnu::noinline]] void searchSorted(std::int64_t rows, std::int64_t length, std::int64_t perRow,
                                    const T* sorted, const T* values, std::int64_t* out) {
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t i = row * perRow; i < (row + 1) * perRow; ++i) {
      out[i] = insertionPoint<Right>(sorted + row * length, length, values[i]);
    }
  }
}

}  // namespace mcc::rt
