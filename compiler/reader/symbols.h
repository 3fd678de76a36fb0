// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbolic sizes and guards, which the file holds as text that Python would evaluate. Here a closed
// grammar reads them; nothing is ever run.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/dim.h"
#include "ir/module.h"

namespace mcc {

// An integer expression: as sympy's srepr writes it (torch 2.6 and later),
// "Add(Mul(Integer(2), Symbol('s0', integer=True)), Integer(1))", or in infix (torch 2.5, and keys
// of range_constraints), "2*s0 + 1". Fractions may occur inside when they cancel or are rounded
// ("FloorToInt(IntTrueDiv(a, b))"). Throws Error quoting the expression when it is malformed, too
// large, or uses what a Dim can't express.
Dim parseSize(const std::string& text);

// What a guard refers to: `source` is written like "L['x'][0]['key']", strings without escapes;
// with `dim` its size there, without it the integer itself. Nothing when there is no such input.
using GuardSource =
    std::function<std::optional<Dim>(const std::string& source, std::optional<std::int64_t> dim)>;

// A Python condition over sizes and integers of the inputs, as in guards_code: comparisons joined
// by `and`, one Guard for each, all with the text of the whole. Nothing when it is of another form
// or refers to something else.
std::optional<std::vector<Guard>> parseGuard(const std::string& text, const GuardSource& source);

}  // namespace mcc
