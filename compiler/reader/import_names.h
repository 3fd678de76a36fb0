// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of a program's inputs and outputs, out of its call signature: they are what users write, so
// they come from Python's names and never from values of the graph.
#pragma once
#include <string>
#include <vector>

#include "compiler/reader/export_program.h"

namespace mcc {

struct InputPath {
  std::string name;    // "x_b_0": forward's parameter, then keys and positions
  std::string source;  // "L['x']['b'][0]": how guards write it
};

// One for each leaf of the input tree, that is, for each user input and constant input. Where the
// file has no names, those of the graph's values.
std::vector<InputPath> inputPaths(const exported::GraphModule& module);

// One for each user output, constants and None included: the keys on its way, else "output",
// "output_1", … counted over all outputs that are not None.
std::vector<std::string> outputNames(const exported::GraphModule& module);

}  // namespace mcc
