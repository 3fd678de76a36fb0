// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Activation functions as pointwise expressions.
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

void relu(AtenCall& call) { call.result(call.unary(Op::relu, call.tensor("self"))); }

constexpr Rule kRules[] = {
    {"aten.relu.default", relu},
};

}  // namespace

std::span<const Rule> activationsRules();
std::span<const Rule> activationsRules() { return kRules; }

}  // namespace mcc
