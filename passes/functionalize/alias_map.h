// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tensors of the program share memory, and what each holds after the writes so far.
#pragma once
#include <string>
#include <vector>

#include "ir/builder.h"

namespace mcc {

// A tensor is a root, with memory of its own, or a view of another. A write to a view is carried up
// to its root; every other view of that root is derived anew when it is next asked for.
class AliasMap {
 public:
  using Id = std::uint32_t;

  // Nodes go to the end of `graph`.
  explicit AliasMap(Graph& graph) : graph_(graph) {}

  Id addRoot(ValueId value);
  // Appends `node`, whose operand 0 is current(of); its results share the memory of `of`.
  std::vector<Id> addView(Id of, Node node, const std::vector<TensorType>& types);
  // The memory of `id` is shared in a way that can't be followed: writes to it are errors, in which
  // `by` is named.
  void freeze(Id id, const std::string& by);

  // The tensor's value after all writes. Nodes made on the way have this origin.
  ValueId current(Id id, const Origin& origin);
  // The tensor holds `value` (of its type) from now on. Error when the view can't be written to.
  void write(Id id, ValueId value, const Origin& origin);
  bool isWritten(Id id) const { return roots_[tensors_[id].root].version > 0; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Root {
    std::uint64_t version = 0;  // number of writes
    std::string frozenBy;
  };
  struct View {
    Id of;
    Node node;
    std::vector<TensorType> types;
    std::vector<Id> results;
  };
  struct TensorState {
    std::uint32_t root;
    std::uint32_t view = kNone;  // kNone: it is the root itself
    std::uint32_t result = 0;    // which of the view's results
    ValueId value;
    std::uint64_t version = 0;   // of the root, when `value` was made
  };

  Graph& graph_;
  std::vector<Root> roots_;
  std::vector<View> views_;
  std::vector<TensorState> tensors_;
};

}  // namespace mcc
