// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extractions of all instruction sets as one table, and its text.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "codegen/extract/extraction.h"

namespace mcc::extract {

struct TableSource {
  std::set<std::string> isas;  // whose translation unit includes it
  std::set<std::string> systemIncludes;
};

struct TableSlice {
  Slice slice;
  std::string key;  // unique among the slices for an instruction set
};

// One root on all the instruction sets where it needs the same slices by key.
struct TableRoot {
  std::string key;
  std::vector<std::string> slices;
  std::set<std::string> isas;
};

struct Table {
  std::map<std::string, TableSource> sources;  // headers by path
  std::vector<TableSlice> slices;              // those that a root needs, in an order that compiles
  std::vector<TableRoot> roots;                // by key
};

// `extractions` has one entry per row of `isas`. Throws std::runtime_error when they contradict
// each other.
Table merge(const std::vector<Isa>& isas, const std::vector<Extraction>& extractions);

// The text of kernel_slices.inc, with the hash of every source.
std::string printTable(const Paths& paths, const std::vector<Isa>& isas, const Table& table);

}  // namespace mcc::extract
