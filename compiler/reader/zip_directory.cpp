// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The central directory of a zip file, with and without its 64-bit records.
#include <algorithm>
#include <optional>
#include <set>

#include "compiler/reader/little_endian.h"
#include "compiler/reader/zip_file.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

using File = std::span<const std::byte>;

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kEnd64Bytes = 56;
constexpr std::uint64_t kLocator64Bytes = 20;
constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kLongestComment = 0xffff;

struct Directory {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  std::uint64_t limit = 0;  // the directory must end before this
};

[[noreturn]] void failDirectory(const std::string& what) {
  throw Error("the zip central directory is damaged: " + what,
              "copy or download the file again; compare its size with the original's");
}

// Where the end record stands: the last one whose comment fits into the file. Bytes behind it are
// tolerated, as by torch.
std::uint64_t findEnd(File file) {
  const bool isZip = file.size() >= 4 && readLittle<std::uint16_t>(file, 0) == 0x4b50;
  const std::string what =
      isZip ? "the zip file is cut short or damaged: its end record is missing" : "not a zip file";
  if (file.size() < kEndBytes) throw Error(what);
  const std::uint64_t last = file.size() - kEndBytes;
  const std::uint64_t first = last > kLongestComment ? last - kLongestComment : 0;
  for (std::uint64_t at = last + 1; at-- > first;) {
    if (readLittle<std::uint32_t>(file, at) != kEndSignature) continue;
    if (at + kEndBytes + readLittle<std::uint16_t>(file, at + 20) <= file.size()) return at;
  }
  throw Error(what);
}

// The 64-bit end record, when the file has one: its locator stands just before the end record.
std::optional<Directory> readEnd64(File file, std::uint64_t end) {
  if (end < kLocator64Bytes) return std::nullopt;
  const std::uint64_t locator = end - kLocator64Bytes;
  if (readLittle<std::uint32_t>(file, locator) != kLocator64Signature) return std::nullopt;
  const auto at = readLittle<std::uint64_t>(file, locator + 8);
  if (at > locator || locator - at < kEnd64Bytes ||
      readLittle<std::uint32_t>(file, at) != kEnd64Signature) {
    failDirectory("the zip64 locator points to no zip64 end record");
  }
  return Directory{readLittle<std::uint64_t>(file, at + 32),
                   readLittle<std::uint64_t>(file, at + 40),
                   readLittle<std::uint64_t>(file, at + 48), at};
}

Directory locate(File file) {
  const std::uint64_t end = findEnd(file);
  Directory directory{readLittle<std::uint16_t>(file, end + 10),
                      readLittle<std::uint32_t>(file, end + 12),
                      readLittle<std::uint32_t>(file, end + 16), end};
  if (const auto wide = readEnd64(file, end)) {
    const bool agrees = (directory.count == 0xffff || directory.count == wide->count) &&
                        (directory.bytes == 0xffffffff || directory.bytes == wide->bytes) &&
                        (directory.offset == 0xffffffff || directory.offset == wide->offset);
    if (!agrees) failDirectory("its end record and its zip64 end record differ");
    directory = *wide;
  } else if (directory.count == 0xffff || directory.offset == 0xffffffff) {
    failDirectory("its zip64 end record is missing");
  }
  if (directory.offset > directory.limit || directory.bytes > directory.limit - directory.offset) {
    failDirectory("it would lie outside the file");
  }
  if (directory.count > directory.bytes / kEntryBytes) {
    failDirectory("it holds fewer entries than it says");
  }
  return directory;
}

// Sizes and offset that did not fit 32 bits stand in an extra field, in this order.
void readExtra64(std::span<const std::byte> extra, ZipEntry& entry) {
  std::uint64_t at = 0;
  while (extra.size() - at >= 4) {
    const auto id = readLittle<std::uint16_t>(extra, at);
    const std::uint64_t length = readLittle<std::uint16_t>(extra, at + 2);
    at += 4;
    if (length > extra.size() - at) return;  // some writers pad with rubbish; nothing is lost
    if (id == 1) {
      const std::uint64_t stop = at + length;
      for (std::uint64_t* field : {&entry.size, &entry.packed, &entry.header}) {
        if (*field != 0xffffffff) continue;
        if (stop - at < 8) failDirectory("the zip64 field of " + quote(entry.name) + " is short");
        *field = readLittle<std::uint64_t>(extra, at);
        at += 8;
      }
      return;
    }
    at += length;
  }
}

// Names are never used as paths; yet one that could leave a folder is a sign of an attack.
void checkName(const std::string& name) {
  const auto refuse = [&](const char* why) {
    throw Error("the zip entry name " + quote(name) + " " + why);
  };
  if (name.empty()) refuse("is empty");
  if (name.find('\0') != std::string::npos) refuse("holds a NUL byte");
  if (!isUtf8(name)) refuse("is not UTF-8");
  if (name.front() == '/' || name.find('\\') != std::string::npos) refuse("is not a plain path");
  for (std::size_t start = 0; start <= name.size();) {
    const std::size_t stop = std::min(name.find('/', start), name.size());
    if (name.compare(start, stop - start, "..") == 0) refuse("leaves the archive");
    start = stop + 1;
  }
}

ZipEntry readEntry(File directory, std::uint64_t& at) {
  if (directory.size() - at < kEntryBytes ||
      readLittle<std::uint32_t>(directory, at) != kEntrySignature) {
    failDirectory("an entry is not where it should be");
  }
  ZipEntry entry;
  entry.flags = readLittle<std::uint16_t>(directory, at + 8);
  entry.method = readLittle<std::uint16_t>(directory, at + 10);
  entry.crc = readLittle<std::uint32_t>(directory, at + 16);
  entry.packed = readLittle<std::uint32_t>(directory, at + 20);
  entry.size = readLittle<std::uint32_t>(directory, at + 24);
  entry.header = readLittle<std::uint32_t>(directory, at + 42);
  const std::uint64_t nameBytes = readLittle<std::uint16_t>(directory, at + 28);
  const std::uint64_t extraBytes = readLittle<std::uint16_t>(directory, at + 30);
  const std::uint64_t commentBytes = readLittle<std::uint16_t>(directory, at + 32);
  at += kEntryBytes;
  if (directory.size() - at < nameBytes + extraBytes + commentBytes) {
    failDirectory("an entry is cut short");
  }
  entry.name.assign(reinterpret_cast<const char*>(directory.data()) + at, nameBytes);
  readExtra64(directory.subspan(at + nameBytes, extraBytes), entry);
  at += nameBytes + extraBytes + commentBytes;
  return entry;
}

}  // namespace

std::vector<ZipEntry> readZipDirectory(std::span<const std::byte> file) {
  const Directory where = locate(file);
  const File directory = file.subspan(where.offset, where.bytes);
  std::vector<ZipEntry> entries;
  std::set<std::string> names;
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < where.count; ++i) {
    ZipEntry entry = readEntry(directory, at);
    checkName(entry.name);
    if (!names.insert(entry.name).second) {
      throw Error("duplicate zip entry " + quote(entry.name));
    }
    if (entry.name.back() != '/') entries.push_back(std::move(entry));
  }
  if (at != directory.size()) failDirectory("it holds more entries than it says");
  return entries;
}

}  // namespace mcc
