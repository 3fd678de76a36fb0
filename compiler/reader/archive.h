// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a MODEL argument holds, seen as records: a .pt2 file, the folder one was unpacked to, or a
// model.json with its weights beside it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/reader/bytes.h"

namespace mcc {

class Archive {
 public:
  // Throws Error when there is nothing at `path` or it is of no kind that mcc reads; the message
  // says what it is instead (.ptl, .pte, torch.save, compiled package, …).
  static Archive open(const std::filesystem::path& path);

  // Names of all records, sorted, without the archive's root folder: "models/model.json",
  // "data/weights/weight_0".
  const std::vector<std::string>& names() const { return names_; }
  bool has(std::string_view name) const;
  std::uint64_t size(std::string_view name) const;  // in bytes; 0 when there is no such record

  // The record's bytes, unpacked and checked. Throws Error naming the record, also when there is
  // none of that name.
  Bytes read(std::string_view name) const;

  // A model's program ("models/model.json") as a record name. `model` chooses among several and may
  // be empty when there is one. Throws Error listing the choice.
  std::string programRecord(std::string_view model) const;

  // Where records come from; one kind per form of MODEL.
  struct Source;

 private:
  explicit Archive(std::shared_ptr<Source> source);
  std::shared_ptr<Source> source_;
  std::vector<std::string> names_;
};

// "model" for "models/model.json".
std::string modelNameOf(std::string_view programRecord);

}  // namespace mcc
