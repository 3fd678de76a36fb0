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
  // How a root lies in its memory. Row-major from its beginning, unless setMemory says otherwise.
  struct Memory {
    std::vector<std::int64_t> order;  // permuted by these axes it lies row-major; empty: it does
    Dim offset;                       // of its first element
    bool known = true;                // false: in no such way
  };

  // Nodes go to the end of `graph`.
  explicit AliasMap(Graph& graph) : graph_(graph) {}

  Id addRoot(ValueId value);
  // Appends `node`, whose operand 0 is current(of); its results share the memory of `of`.
  std::vector<Id> addView(Id of, Node node, const std::vector<TensorType>& types);
  // The memory of `id` is shared in a way that can't be followed: writes to it are errors, in which
  // `by` is named.
  void freeze(Id id, const std::string& by);

  // Says how a root lies in memory; says nothing new of a view.
  void setMemory(Id id, Memory memory);
  // The memory behind a tensor: its root, or a view of it, row-major from its first element on.
  // Error when that isn't known.
  Id memoryBehind(Id id, const Origin& origin);
  const Memory& memoryOf(Id id) const { return roots_[tensors_[id].root].memory; }
  bool isRoot(Id id) const { return tensors_[id].view == kNone; }
  // The same tensor in a copy of its memory.
  Id clone(Id id, const Origin& origin);

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
    Id tensor = 0;
    Memory memory;
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
