// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pad: elements added at the ends of dimensions.
#include <algorithm>

#include "ir/diagnostics.h"
#include "ir/lowering.h"
#include "ir/ops/checks.h"
#include "ir/ops/strided.h"

namespace mcc {
namespace {

// Where position i (counted from the first original element, may lie outside [0, n)) takes its
// element from; -1: nowhere.
std::int64_t sourceOf(const std::string& mode, std::int64_t i, std::int64_t n) {
  if (i >= 0 && i < n) return i;
  if (mode == "constant") return -1;
  if (mode == "replicate") return std::clamp<std::int64_t>(i, 0, n - 1);
  if (mode == "reflect") return i < 0 ? -i : 2 * (n - 1) - i;
  return i < 0 ? i + n : i - n;  // circular
}

// The least size of a dimension to which so many elements may be added at either end.
Dim leastSize(const std::string& mode, const Dim& added) {
  if (mode == "reflect") return added + Dim(1);
  if (mode == "circular") return added;
  return mode == "replicate" ? 1 : 0;
}

void checkEnd(const OpView& view, const std::string& mode, const Dim& added, const Dim& size) {
  if (added == Dim(0)) return;
  if (!canBeAtLeast(view, added, 0) || !canBeAtLeast(view, size, leastSize(mode, added))) {
    fail(view, "can't add " + added.text() + " elements to a dimension of size " + size.text() +
                   " in mode " + mode);
  }
}

std::vector<TensorType> inferPad(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  const std::string& mode = view.attributes().string("mode");
  if (mode != "constant" && mode != "reflect" && mode != "replicate" && mode != "circular") {
    fail(view, "unknown mode " + mode);
  }
  const std::vector<Dim> low = dimsPerAxis(view, "low", x.rank());
  const std::vector<Dim> high = dimsPerAxis(view, "high", x.rank());
  Shape shape;
  for (std::size_t d = 0; d < x.shape.size(); ++d) {
    checkEnd(view, mode, low[d], x.shape[d]);
    checkEnd(view, mode, high[d], x.shape[d]);
    shape.push_back(low[d] + x.shape[d] + high[d]);
  }
  return {{x.dtype, shape, x.quantization}};
}

void fill(Tensor& tensor, const Attribute& value, const Bindings& bindings) {
  if (tensor.size() == 0) return;
  if (value.is<std::complex<double>>()) {
    tensor.setComplex(0, value.as<std::complex<double>>());
  } else if (value.is<Dim>()) {
    tensor.setInteger(0, value.as<Dim>().evaluate(bindings));
  } else {
    tensor.setReal(0, value.is<bool>() ? (value.as<bool>() ? 1.0 : 0.0) : value.as<double>());
  }
  const Layout first{0, Sizes{0}};
  const Tensor one = readStrided(tensor, {1}, {0, {1}});
  copyStrided({tensor.size()}, one, first, tensor, {0, {1}});
}

void evaluateConstant(EvalContext& context, const Sizes& low) {
  Tensor result = context.make(0);
  fill(result, *context.node.attributes.find("value"), context.bindings);
  const Tensor& x = context.in(0);
  Layout write{0, stridesOf(result.shape())};
  for (std::size_t d = 0; d < low.size(); ++d) write.offset += low[d] * write.strides[d];
  copyStrided(x.shape(), x, {0, stridesOf(x.shape())}, result, write);
  context.results = {std::move(result)};
}

void evaluatePad(EvalContext& context) {
  const std::string& mode = context.node.attributes.string("mode");
  const Sizes low = context.integers("low"), high = context.integers("high");
  Tensor result = context.in(0);
  for (std::size_t d = 0; d < low.size(); ++d) {
    const std::int64_t most = std::max(low[d], high[d]);
    const bool tooMany = most > 0 && result.shape()[d] < leastSize(mode, most).constant();
    if (low[d] < 0 || high[d] < 0 || tooMany) {
      throw Error("pad: can't add that many elements to a dimension of size " +
                  std::to_string(result.shape()[d]));
    }
  }
  if (mode == "constant") return evaluateConstant(context, low);
  for (std::size_t d = 0; d < low.size(); ++d) {  // one dimension after the other
    if (low[d] == 0 && high[d] == 0) continue;
    const Tensor x = result;
    Sizes shape = x.shape(), plane = x.shape();
    const std::int64_t size = shape[d];
    shape[d] += low[d] + high[d];
    plane[d] = 1;
    result = Tensor(x.dtype(), shape);
    const Sizes from = stridesOf(x.shape()), to = stridesOf(shape);
    for (std::int64_t i = 0; i < shape[d]; ++i) {
      const std::int64_t source = sourceOf(mode, i - low[d], size);
      copyStrided(plane, x, {source * from[d], from}, result, {i * to[d], to});
    }
  }
  context.results = {std::move(result)};
}

// The dimensions of PadShape: those that are padded, with those between them merged.
struct Padded {
  Shape sizes;
  std::vector<Dim> low, high;
  Dim block = 1;
};

Padded paddedOf(const Lowering& lowering) {
  const Shape& shape = lowering.inputType(0).shape;
  const std::vector<Dim> low = lowering.node().attributes.dims("low");
  const std::vector<Dim> high = lowering.node().attributes.dims("high");
  Padded padded;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (low[d] == Dim(0) && high[d] == Dim(0)) {
      padded.block = padded.block * shape[d];
      continue;
    }
    if (padded.block != Dim(1)) {
      padded.sizes.push_back(padded.block);
      padded.low.emplace_back(0);
      padded.high.emplace_back(0);
      padded.block = 1;
    }
    padded.sizes.push_back(shape[d]);
    padded.low.push_back(low[d]);
    padded.high.push_back(high[d]);
  }
  return padded;
}

void lowerPad(Lowering& lowering) {
  const Padded padded = paddedOf(lowering);
  const DType dtype = lowering.inputType(0).dtype;
  const Arg to = Lowering::write(lowering.result(0));
  if (padded.sizes.empty()) {
    lowering.call("copy", {lowering.in(0), to, Lowering::integer(padded.block)});
    return;
  }
  std::string edge = lowering.node().attributes.string("mode");
  const Attribute* value = lowering.node().attributes.find("value");
  if (edge != "constant") value = nullptr;
  edge[0] = static_cast<char>(edge[0] - 'a' + 'A');
  const std::string rank = std::to_string(padded.sizes.size());
  const Arg shape = Lowering::structure(
      "PadShape<" + rank + ">",
      {Lowering::list(padded.sizes, "sizes"), Lowering::list(padded.low, "low"),
       Lowering::list(padded.high, "high"), Lowering::integer(padded.block, "block")});
  lowering.call("pad",
                {shape, lowering.in(0),
                 Lowering::literal(value != nullptr ? *value : Attribute(0), dtype), to},
                {"Pad" + edge, rank, cppType(dtype)}, "size");
}

}  // namespace

extern const OpDef padDef;
const OpDef padDef = {Op::pad, inferPad, evaluatePad, lowerPad};

}  // namespace mcc
