// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointwise expressions as small function objects that kernels apply.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "codegen/code_writer.h"
#include "ir/program.h"

namespace mcc {

struct FunctorText {
  std::string name;    // "AddRelu"
  std::string text;    // the struct
  bool isVector = false;  // takes F32, not scalars
  std::set<std::string> roots;  // runtime_support functions it calls: "tanh(F32)"
};

// One struct per functor of the program, with unique names.
std::vector<FunctorText> printFunctors(const Program& program);

}  // namespace mcc
