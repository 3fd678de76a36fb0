// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Padding. Negative amounts crop what padding gave.
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

bool isNegative(const Dim& amount) {
  return amount.isConstant() && amount.constant() < 0;
}

// amounts: (low, high) of the last dimension, then of the one before it, and so on.
ValueId padded(AtenCall& call, ValueId x, const std::vector<Dim>& amounts, const std::string& mode,
               const Attribute& value) {
  const std::size_t rank = call.shape(x).size();
  if (amounts.size() % 2 != 0 || amounts.size() / 2 > rank) {
    throw Error(call.target() + ": padding " + text(amounts) + " does not fit an input of shape " +
                text(call.shape(x)));
  }
  std::vector<Dim> low(rank, Dim(0));
  std::vector<Dim> high(rank, Dim(0));
  bool pads = false;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    if (isNegative(amounts[i])) continue;
    pads = pads || amounts[i] != Dim(0);
    (i % 2 == 0 ? low : high)[rank - 1 - i / 2] = amounts[i];
  }
  ValueId y = x;
  if (pads) {
    y = call.make(Op::pad, {x}, {{"low", low}, {"high", high}, {"mode", mode}, {"value", value}});
  }
  for (std::size_t i = 0; i < amounts.size(); i += 2) {
    const Dim before = isNegative(amounts[i]) ? -amounts[i] : Dim(0);
    const Dim after = isNegative(amounts[i + 1]) ? -amounts[i + 1] : Dim(0);
    const auto axis = static_cast<std::int64_t>(rank - 1 - i / 2);
    const Dim size = call.dim(y, axis) - before - after;
    if (size.isConstant() && size.constant() < 0) {
      throw Error(call.target() + ": padding " + text(amounts) + " crops more than there is");
    }
    y = call.slice(y, axis, before, size);
  }
  return y;
}

void constantPad(AtenCall& call) {
  call.result(
      padded(call, call.tensor("self"), call.dims("pad"), "constant", call.argument("value")));
}

void pad(AtenCall& call) {
  const std::string mode = call.string("mode");
  if (mode != "constant" && mode != "reflect" && mode != "replicate" && mode != "circular") {
    call.unsupported("padding mode '" + mode + "'");
  }
  const Attribute value = call.isNone("value") ? Attribute(0.0) : call.argument("value");
  call.result(padded(call, call.tensor("self"), call.dims("pad"), mode, value));
}

void reflectionPad(AtenCall& call) {
  call.result(padded(call, call.tensor("self"), call.dims("padding"), "reflect", 0.0));
}

void replicationPad(AtenCall& call) {
  call.result(padded(call, call.tensor("self"), call.dims("padding"), "replicate", 0.0));
}

void circularPad(AtenCall& call) {
  call.result(padded(call, call.tensor("self"), call.dims("pad"), "circular", 0.0));
}

constexpr Rule kPaddingRules[] = {
    {"aten.pad.default", pad},
    {"aten.constant_pad_nd.default", constantPad},
    {"aten.reflection_pad1d.default", reflectionPad},
    {"aten.reflection_pad2d.default", reflectionPad},
    {"aten.reflection_pad3d.default", reflectionPad},
    {"aten.replication_pad1d.default", replicationPad},
    {"aten.replication_pad2d.default", replicationPad},
    {"aten.replication_pad3d.default", replicationPad},
    {"aten._pad_circular.default", circularPad},
};

}  // namespace

std::span<const Rule> paddingRules();
std::span<const Rule> paddingRules() {
  return kPaddingRules;
}

}  // namespace mcc
