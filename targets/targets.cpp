// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of targets, from targets.def.
#include "ir/target.h"
#include "targets/kernel_tables.h"

namespace mcc {
namespace {

// Built on first use: nothing runs before main.
std::span<const Target> table() {
  static const Target kTargets[] = {
#define MCC_TARGET(name, kernels, isa, lanes, registers, gemmVectors, isoCpp, required, summary) \
  {name, summary, isa, lanes, registers, gemmVectors, isoCpp, required, kernels##Kernels()},
#include "targets/targets.def"
#undef MCC_TARGET
  };
  return kTargets;
}

}  // namespace

const Target* findTarget(const std::string& wanted) {
  for (const Target& target : table()) {
    if (wanted == target.name) return &target;
  }
  return nullptr;
}

std::span<const Target> allTargets() { return table(); }

}  // namespace mcc
