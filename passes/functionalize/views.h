// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that give a view of their first operand: which those are, and how a write to the view
// changes the operand.
#pragma once
#include <optional>
#include <vector>

#include "ir/builder.h"
#include "ir/schemas.h"

namespace mcc {

// copies: the result has memory of its own.  same: the result is the operand itself.  view: it
// shows (part of) the operand.  shares: it shares memory in a way we don't follow.
enum class Sharing : std::uint8_t { copies, same, view, shares };

// How the results of an Op::aten node relate to its operands (`types` those of its results).
Sharing sharingOf(const Graph& graph, const Node& node, const Schema* schema,
                  const std::vector<TensorType>& types);

struct ViewWrite {
  const Node& node;                      // that made the view
  std::uint32_t result;                  // which of its results is written
  const std::vector<TensorType>& types;  // of its results
  ValueId base;                          // the operand before the write
  ValueId value;                         // what the view holds now
};

// The operand after the write. Error for views that can't be written to.
ValueId writeThroughView(Builder& builder, const ViewWrite& write);

}  // namespace mcc
