// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a declaration needs so that it compiles, through the templates it instantiates.
#pragma once
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "codegen/extract/source_map.h"

namespace mcc::extract {

// A template needs what its text names whatever its arguments are, and each instance needs what
// only that instance names: exp<F32> does not need what exp<float> calls. Members of class
// templates count when they are used, members of other classes always.
class Dependencies {
 public:
  explicit Dependencies(const SourceMap& sources) : sources_(sources) {}

  // The slices that `start` needs, its own among them; indices into SourceMap::slices().
  std::set<std::size_t> closureOf(const clang::Decl* start);

 private:
  const std::vector<const clang::Decl*>& neededBy(const clang::Decl* declaration);

  const SourceMap& sources_;
  std::map<const clang::Decl*, std::vector<const clang::Decl*>> needed_;
};

}  // namespace mcc::extract
