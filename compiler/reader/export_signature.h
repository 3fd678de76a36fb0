// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the inputs and outputs of an exported graph stand for, and how Python calls it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/reader/export_argument.h"
#include "compiler/reader/tree_spec.h"

namespace mcc::exported {

// Where a graph input's value comes from. `argument` is the name of the graph's value.
struct InputSpec {
  enum class Kind : std::uint8_t {
    userInput,
    parameter,
    buffer,
    tensorConstant,
    customObject,
    token,
    constantInput
  };
  Kind kind = Kind::userInput;
  Argument argument;       // userInput: any; else TensorName, CustomObject or the constant's value
  std::string target;      // FQN of the parameter, buffer, constant; the name of a constantInput
  bool persistent = true;  // of a buffer: among the weights, else among the constants
};

struct OutputSpec {
  enum class Kind : std::uint8_t {
    userOutput,
    bufferMutation,
    parameterMutation,
    userInputMutation,
    lossOutput,
    gradientToParameter,
    gradientToUserInput,
    token
  };
  Kind kind = Kind::userOutput;
  Argument argument;
  std::string target;  // the buffer's FQN, or the user input's name
};

struct GraphSignature {
  std::vector<InputSpec> inputs;
  std::vector<OutputSpec> outputs;
};

// How Python calls the program, from the root entry of module_call_graph.
struct CallSignature {
  TreeSpec inputs;  // a tuple of (tuple of positional arguments, dict of keyword arguments)
  TreeSpec outputs;
  std::vector<std::string> argumentNames;  // of forward(); empty when not recorded
};

}  // namespace mcc::exported
