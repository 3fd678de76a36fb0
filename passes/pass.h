// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass is: a named function that changes a module.
#pragma once
#include <string>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/module.h"
#include "ir/target.h"
#include "ir/verify.h"

namespace mcc {

struct PassContext {
  const Target& target;
  Diagnostics& diagnostics;
  bool exact = false;  // no transformation that changes values (--exact)
  std::vector<std::string> custom = {};  // operators the user provides (--custom): 'demo::*'
};

struct Pass {
  const char* name;     // "fold-constants"
  const char* summary;
  void (*run)(Module& module, PassContext& context);
  Stage after;          // what the module must satisfy when the pass is done
};

}  // namespace mcc
