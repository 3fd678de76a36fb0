// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kth_smallest: a line's element of a given rank, found by the exchanges of PyTorch's quickselect:
// only they say which of several equal elements it is.
#include <numeric>

#include "ir/ops/checks.h"
#include "ir/ops/lines.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/sorting.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

std::vector<TensorType> inferKthSmallest(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  const std::int64_t axis = selectionAxis(view, 1);
  Shape shape = x.shape;
  shape[static_cast<std::size_t>(axis)] = 1;
  return {{x.dtype, shape, std::nullopt}, {DType::i64, shape, std::nullopt}};
}

// Positions in the line, and `less` of two of them.
template <class Less>
std::size_t select(std::vector<std::size_t>& items, std::size_t wanted, Less less) {
  const auto order = [&](std::size_t a, std::size_t b) {
    if (less(items[b], items[a])) std::swap(items[a], items[b]);
  };
  std::size_t low = 0, end = items.size();  // where the wanted one is
  while (end > low + 2) {
    std::swap(items[low + (end - 1 - low) / 2], items[low + 1]);
    order(low + 1, end - 1);
    order(low, end - 1);
    order(low + 1, low);
    std::size_t up = low + 2, down = end - 2;
    while (true) {
      while (less(items[up], items[low])) ++up;
      while (less(items[low], items[down])) --down;
      if (down < up) break;
      std::swap(items[up++], items[down--]);
    }
    std::swap(items[low], items[down]);
    if (down <= wanted) low = up;
    if (down >= wanted) end = down;
  }
  if (end == low + 2) order(low, low + 1);
  return items[wanted];
}

template <class V>
void evaluateAs(EvalContext& context) {
  Tensor value = context.make(0), position = context.make(1);
  const Tensor& x = context.in(0);
  const Lines from(x.shape(), context.integer("axis"));
  const std::int64_t k = context.integer("k");
  if (k < 1 || k > from.length) throw Error("kth_smallest: k is out of range");
  const std::vector<V> values = valuesOf<V>(x);
  std::vector<std::size_t> items(static_cast<std::size_t>(from.length));
  from.forEach([&](std::int64_t line) {
    const auto at = [&](std::size_t i) {
      return values[from.at(line, static_cast<std::int64_t>(i))];
    };
    std::iota(items.begin(), items.end(), std::size_t{0});
    const std::size_t found =
        select(items, static_cast<std::size_t>(k - 1),
               [&](std::size_t a, std::size_t b) { return lessWithNan(at(a), at(b)); });
    const V element = at(found);
    storeValues<V>(value, line, 1, &element);
    position.setInteger(line, static_cast<std::int64_t>(found));
  });
  context.results = {std::move(value), std::move(position)};
}

void evaluateKthSmallest(EvalContext& context) {
  if (isFloat(context.in(0).dtype())) return evaluateAs<double>(context);
  evaluateAs<std::int64_t>(context);
}

}  // namespace

extern const OpDef kth_smallestDef;
const OpDef kth_smallestDef = {Op::kth_smallest, inferKthSmallest, evaluateKthSmallest,
                               lowerKthSmallest};

}  // namespace mcc
