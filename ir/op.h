// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op: the operators of the IR. Rows of ops.def and pointwise.def.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace mcc {

enum class Op : std::uint16_t {
#define MCC_OP(name) name,
#include "ir/ops.def"
#undef MCC_OP
#define MCC_POINTWISE(name, arity, kind, ...) name,
#include "ir/pointwise.def"
#undef MCC_POINTWISE
};

const char* name(Op op);
std::optional<Op> opFromName(const std::string& name);
bool isPointwise(Op op);  // a row of pointwise.def

}  // namespace mcc
