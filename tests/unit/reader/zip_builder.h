// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small zip files made by hand for the reader's tests: every field can be made wrong.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/reader/bytes.h"

namespace mcc::test {

struct ZipRecord {
  std::string name;
  std::string content;
  bool isDeflated = false;
  // Wrong values, or those that other writers leave.
  std::optional<std::uint32_t> crc = {}, packed = {}, size = {}, header = {};
  std::optional<std::uint16_t> method = {}, flags = {};
  std::optional<std::string> localName = {};
  std::string extra = {};       // of the directory entry
  std::string localExtra = {};  // torch pads with it
};

struct ZipOptions {
  bool isZip64 = false;  // adds the 64-bit end record, as torch always does
  std::optional<std::uint32_t> count, bytes, offset;  // of the directory
  std::string comment;
};

// A directory entry that has no local header of its own is one whose `header` is set.
std::string makeZip(const std::vector<ZipRecord>& records, const ZipOptions& options = {});

Bytes bytesOf(const std::string& text);

std::string little(std::uint64_t value, int bytes);

}  // namespace mcc::test
