// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zip files as torch and common tools write them, read without trust: every offset, size and name
// is checked against the file before it is used.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/reader/bytes.h"

namespace mcc {

// One entry of the central directory; sizes in bytes, offsets from the start of the file.
struct ZipEntry {
  std::string name;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;  // 0 stored, 8 deflated; others are refused when read
  std::uint32_t crc = 0;     // of the inflated bytes; 0: the writer did not compute it
  std::uint64_t packed = 0;  // bytes in the file
  std::uint64_t size = 0;    // bytes once inflated
  std::uint64_t header = 0;  // where the local header stands
};

// The entries in the order of the central directory, folders (names ending in '/') left out.
// Throws Error on a file that is no zip, is cut short, or whose directory contradicts itself, on
// duplicate names, and on names that are absolute, leave the archive or are not UTF-8.
// Source of the layout: PKWARE's APPNOTE 6.3.10, sections 4.3 to 4.5.
std::vector<ZipEntry> readZipDirectory(std::span<const std::byte> file);

// A zip file held in memory or mapped.
class ZipFile {
 public:
  explicit ZipFile(Bytes file);

  const std::vector<ZipEntry>& entries() const { return entries_; }

  // The entry's bytes: a part of the file when stored, a new buffer when deflated. Checks the local
  // header and the CRC. Throws Error naming the entry. All inflated bytes together are limited to
  // a multiple of the file's size, whatever the directory says.
  Bytes read(const ZipEntry& entry);

 private:
  std::span<const std::byte> payload(const ZipEntry& entry) const;
  Bytes inflate(const ZipEntry& entry, std::span<const std::byte> packed);

  Bytes file_;
  std::vector<ZipEntry> entries_;
  std::uint64_t inflateBudget_ = 0;
};

}  // namespace mcc
