// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scatter: elements are put, added, ... at positions along one dimension.
#include <string>

#include "ir/ops/checks.h"
#include "ir/ops/indices.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

enum class Mode : std::uint8_t { set, add, mul, max, min, mean };
constexpr const char* kModes[] = {"set", "add", "mul", "max", "min", "mean"};

Mode modeOf(const Attributes& attributes) {
  const std::string& wanted = attributes.string("reduce");
  for (std::size_t i = 0; i < std::size(kModes); ++i) {
    if (wanted == kModes[i]) return static_cast<Mode>(i);
  }
  throw Error("scatter: unknown reduction " + wanted);
}

std::vector<TensorType> inferScatter(const OpView& view) {
  requireCount(view, 3, 3);
  requireIndex(view, 1);
  requireSameDType(view, 0, 2);
  const TensorType& x = view.input(0);
  checkGathered(view, x, view.input(1), axisOf(view, x.rank()));
  requireShape(view, 2, view.input(1).shape);
  const Mode mode = modeOf(view.attributes());
  if (isComplex(x.dtype) && (mode == Mode::max || mode == Mode::min)) {
    fail(view, "complex numbers have no order");
  }
  view.attributes().boolean("include_self");
  return {{x.dtype, x.shape, std::nullopt}};
}

template <class V>
V larger(V a, V b) {
  return lessWithNan(a, b) ? b : a;
}
template <class V>
V smaller(V a, V b) {
  return isNan(a) || (!isNan(b) && a < b) ? a : b;
}

template <class V>
V combine(Mode mode, V a, V b) {
  switch (mode) {
    case Mode::set:
      return b;
    case Mode::add:
    case Mode::mean:
      return addValues(a, b);
    case Mode::mul:
      return multiplyValues(a, b);
    case Mode::max:
    case Mode::min:
      break;
  }
  if constexpr (std::is_same_v<V, std::complex<double>>)
    return b;
  else
    return mode == Mode::max ? larger(a, b) : smaller(a, b);
}

double divided(double sum, std::int64_t count) {
  return sum / static_cast<double>(count);
}
std::complex<double> divided(std::complex<double> sum, std::int64_t count) {
  return sum / static_cast<double>(count);
}
std::int64_t divided(std::int64_t sum, std::int64_t count) {  // towards minus infinity
  return sum / count - (sum % count < 0 ? 1 : 0);
}

template <class V>
Tensor scatterAs(const EvalContext& context) {
  const Tensor& x = context.in(0);
  const Mode mode = modeOf(context.node.attributes);
  const bool includeSelf = context.node.attributes.boolean("include_self");
  std::vector<V> values = valuesOf<V>(x);
  const std::vector<V> source = valuesOf<V>(context.in(2));
  std::vector<std::int64_t> counts(values.size(), includeSelf ? 1 : 0);
  std::size_t next = 0;
  for (const std::int64_t offset :
       gatheredOffsets(context.in(1), x.shape(), context.integer("axis"))) {
    const auto at = static_cast<std::size_t>(offset);
    values[at] = counts[at] == 0 ? source[next] : combine(mode, values[at], source[next]);
    ++counts[at];
    ++next;
  }
  for (std::size_t i = 0; mode == Mode::mean && i < values.size(); ++i) {
    if (counts[i] > 1) values[i] = divided(values[i], counts[i]);
  }
  return tensorOf<V>(x.dtype(), x.shape(), values);
}

void evaluateScatter(EvalContext& context) {
  context.results = {withValueType(context.in(0).dtype(),
                                   [&](auto tag) { return scatterAs<decltype(tag)>(context); })};
}

}  // namespace

extern const OpDef scatterDef;
const OpDef scatterDef = {Op::scatter, inferScatter, evaluateScatter, lowerScatter};

}  // namespace mcc
