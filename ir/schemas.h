// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schemas: parameter lists of the operators that an exported program may call, one row each in
// schemas.def. Exported files leave out arguments that equal their default, so whoever looks
// at an Op::aten node needs them.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/attribute.h"

namespace mcc {

struct SchemaType {
  // integer: int and SymInt alike. scalar: any number or bool. opaque: what no tensor program needs
  // (Generator, Dimname).
  enum class Kind : std::uint8_t {
    tensor, integer, real, boolean, complex, scalar, string, dtype, layout, device, memoryFormat,
    opaque
  } kind = Kind::tensor;
  bool optional = false;         // "Tensor?", "int[]?": None is allowed
  bool list = false;             // "Tensor[]"
  bool optionalElement = false;  // "Tensor?[]"
  std::int64_t listSize = 0;     // "int[2]": a single value stands for that many; 0: any length

  bool operator==(const SchemaType&) const = default;
};

struct SchemaParam {
  std::string name;
  SchemaType type;
  bool keywordOnly = false;
  std::optional<Attribute> defaultValue;  // Attribute() is None
  char aliasSet = 0;                      // alias set 'a', 'b', …; 0: none
  bool mutated = false;                   // written in place: "Tensor(a!)"
};

struct SchemaReturn {
  SchemaType type;
  char aliasSet = 0;  // shares memory with (or is) the parameter of this alias set
};

struct Schema {
  std::string target;  // "aten.conv2d.default"
  std::vector<SchemaParam> params;
  std::vector<SchemaReturn> returns;

  const SchemaParam* find(std::string_view parameter) const;  // null when there is none
  bool mutates() const;       // some parameter is written in place
  bool aliases() const;       // some result shares memory with a parameter
};

// The schema of "aten.conv2d.default"; null when there is no such row. Parsed at each call.
std::shared_ptr<const Schema> findSchema(std::string_view target);

// A row: "aten.relu_.default(Tensor(a!) self) -> Tensor(a!)". Error when it can't be parsed.
Schema parseSchema(std::string_view text);

// Targets of all rows, sorted.
std::vector<std::string> schemaTargets();

// An argument of an Op::aten node: as given, else the schema's default. Null when there is neither,
// that is, for unknown targets and names.
const Attribute* argumentOf(const Schema& schema, const Attributes& given, const std::string& name);

}  // namespace mcc
