// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What rules that read and rules that write by index tensors share.
#pragma once
#include <string>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

// Positions as i64 or i32.
ValueId asIndex(AtenCall& call, ValueId index);
// Bool and (an old form) u8 tensors select where they hold.
bool isMask(const AtenCall& call, ValueId index);
// One i64 vector per dimension of the mask: where it holds; `symbol` receives the count.
std::vector<ValueId> maskPositions(AtenCall& call, ValueId mask, const std::string& symbol);

// x[indices] (none: the whole dimension) in the form of Op::index: the indexed dimensions side by
// side from `axis` on. When they are not, they are brought to the front.
struct Indexing {
  ValueId x;                        // permuted by `order`
  std::vector<std::int64_t> order;
  std::vector<ValueId> indices;
  std::int64_t axis = 0;
};
Indexing arrangeIndices(AtenCall& call, ValueId x, const std::vector<ValueId>& indices);

}  // namespace mcc
