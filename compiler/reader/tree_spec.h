// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the flat lists of a program's inputs and outputs were nested in Python.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcc::exported {

struct TreeSpec {
  enum class Kind : std::uint8_t {
    leaf,
    tuple,
    list,
    dict,
    orderedDict,
    defaultDict,
    namedTuple,
    deque,
    other
  };
  Kind kind = Kind::leaf;
  std::string type;               // "builtins.tuple"; empty for a leaf
  std::string context;            // as in the file: for namedTuple the type's name
  std::vector<std::string> keys;  // of dicts, parallel to children; other keys than text as JSON
  std::vector<TreeSpec> children;

  // Leaves in order are the flattened inputs or outputs.
  std::int64_t leafCount() const;
};

// `text` is JSON, `[1, {"type", "context", "children_spec"}]`; `name` stands for it in messages.
// Throws Error.
TreeSpec parseTreeSpec(const std::string& name, std::string_view text);

}  // namespace mcc::exported
