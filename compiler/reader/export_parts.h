// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Readers of the parts of a program's JSON, shared by the files that make up export_json.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/reader/export_program.h"
#include "compiler/reader/json_document.h"

namespace mcc::exported {

std::string readString(JsonValue json);
Argument readArgument(JsonValue json);
ScalarType readScalarType(JsonValue json);
Device readDevice(JsonValue json);
SymInt readSymInt(JsonValue json);
SymFloat readSymFloat(JsonValue json);
SymBool readSymBool(JsonValue json);
TensorMeta readTensorMeta(JsonValue json);
CustomObject readCustomObject(JsonValue json);
Graph readGraph(JsonValue json);
GraphSignature readSignature(JsonValue json);

// The file name and line of the innermost frame in a Python traceback that is not of torch itself,
// and the path of the innermost module in an nn_module_stack. Fields stay empty where there are
// none. inTorchModule: whether that module is one of torch.nn.
void readStackTrace(std::string_view trace, bool inTorchModule, Origin& origin);
void readModuleStack(std::string_view stack, Origin& origin);
bool isInTorchModule(std::string_view stack);

// Applies `read` to every item of a list.
template <class Read>
auto readList(JsonValue json, Read read) {
  std::vector<decltype(read(json))> list;
  for (const JsonValue item : json.items()) list.push_back(read(item));
  return list;
}

}  // namespace mcc::exported
