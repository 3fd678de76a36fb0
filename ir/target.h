// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target: what code is made for. Declared here, filled in targets/, read by passes and codegen.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace mcc {

// What a register tile covers: rows at most, vectors of columns, and neighbours in depth that one
// step multiplies.
struct TileShape {
  std::int64_t rows = 0;
  std::int64_t vectors = 0;
  std::int64_t depth = 0;
};

// A kernel that computes `op` when `fits` says so; rows are tried in order.
struct KernelRow {
  Op op;
  bool (*fits)(const Graph& graph, const Node& node);
  const char* kernel;  // of products by tiles: the class in runtime_support/kernels/<isa>/
  TileShape tile;      // of products by tiles: what that class and the packing of weights agree on
};

struct Target {
  const char* name;         // "x86-64-v3"
  const char* summary;      // for `mcc targets`
  const char* isa;          // header under runtime_support/simd: scalar, sse2, avx2, avx512, neon
  std::int64_t lanes;       // floats in a vector
  std::int64_t registers;   // vector registers
  std::int64_t gemmVectors; // vectors in a weight panel: its width is lanes * gemmVectors
  bool isoCpp;              // prints ISO C++ only; weights as integer arrays
  const char* required;     // preprocessor condition that must hold, "" for none
  std::span<const KernelRow> kernels;
};

// Null when unknown. "native" is resolved by the driver.
const Target* findTarget(const std::string& name);
std::span<const Target> allTargets();

}  // namespace mcc
