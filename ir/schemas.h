// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameter lists of ATen and quantisation operators, from schemas.def.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ir/attribute.h"

namespace mcc {

struct SchemaParam {
  std::string name;
  std::string type;            // as written, without alias marks: "Tensor", "Tensor?[]", "SymInt[2]"
  std::string aliasSet;        // "a" for Tensor(a) and Tensor(a!); empty when it aliases nothing
  bool mutated = false;        // Tensor(a!)
  bool keywordOnly = false;
  std::optional<Attribute> defaultValue;  // none: must be given. None is a monostate Attribute
};

struct SchemaReturn {
  std::string type;            // "Tensor", "Tensor[]", "int"
  std::string aliasSet;
};

struct Schema {
  std::string target;          // "aten.conv2d.default"
  std::vector<SchemaParam> params;
  std::vector<SchemaReturn> returns;
};

// Null when there is none of that name. The pointer stays valid.
const Schema* findSchema(const std::string& target);

}  // namespace mcc
