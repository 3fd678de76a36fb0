// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that the user provides: --custom 'demo::*'.
#pragma once
#include <string>
#include <vector>

namespace mcc {

class AtenCall;

// Whether one of the patterns names the operator "demo.scale_add.default": 'demo::scale_add',
// 'demo::scale_add.default', 'demo::*' (a * stands for any text).
bool isCustomOperator(const std::string& target, const std::vector<std::string>& patterns);

// How a pattern would name an operator, "demo::scale_add"; empty where none could.
std::string customNameOf(const std::string& target);

// A `call` with the arguments in the order of the operator's schema (those that the export left out
// are left out) and results as the export recorded them. Error for what no plain function can do.
void rewriteCustomOperator(AtenCall& call);

}  // namespace mcc
