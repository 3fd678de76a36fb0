// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes zip files field by field (APPNOTE 4.3).
#include "tests/unit/reader/zip_builder.h"

#include <zlib.h>

#include <cstring>
#include <stdexcept>

namespace mcc::test {
namespace {

std::string deflated(const std::string& text) {
  z_stream stream = {};
  if (deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::uint32_t crcOf(const std::string& text) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

// As torch writes them: sizes and CRC are left to the directory (flag bit 3).
std::string localHeader(const ZipRecord& record, const std::string& name) {
  const std::uint16_t method = record.method.value_or(record.isDeflated ? 8 : 0);
  return little(0x04034b50, 4) + little(20, 2) + little(0x0808, 2) + little(method, 2) +
         little(0, 4) + little(0, 12) + little(name.size(), 2) +
         little(record.localExtra.size(), 2) + name + record.localExtra;
}

std::string directoryEntry(const ZipRecord& record, const std::string& packed, std::size_t header) {
  const std::uint16_t method = record.method.value_or(record.isDeflated ? 8 : 0);
  const std::uint16_t flags = record.flags.value_or(0x0808);
  return little(0x02014b50, 4) + little(20, 2) + little(20, 2) + little(flags, 2) +
         little(method, 2) + little(0, 4) + little(record.crc.value_or(crcOf(record.content)), 4) +
         little(record.packed.value_or(static_cast<std::uint32_t>(packed.size())), 4) +
         little(record.size.value_or(static_cast<std::uint32_t>(record.content.size())), 4) +
         little(record.name.size(), 2) + little(record.extra.size(), 2) + little(0, 10) +
         little(record.header.value_or(static_cast<std::uint32_t>(header)), 4) + record.name +
         record.extra;
}

std::string endRecords(std::size_t count, std::size_t bytes, std::size_t offset,
                       const ZipOptions& options) {
  std::string out;
  if (options.isZip64) {
    out += little(0x06064b50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
           little(count, 8) + little(count, 8) + little(bytes, 8) + little(offset, 8);
    out += little(0x07064b50, 4) + little(0, 4) + little(offset + bytes, 8) + little(1, 4);
  }
  const std::uint64_t told = options.count.value_or(static_cast<std::uint32_t>(count));
  out += little(0x06054b50, 4) + little(0, 4) + little(told, 2) + little(told, 2) +
         little(options.bytes.value_or(static_cast<std::uint32_t>(bytes)), 4) +
         little(options.offset.value_or(static_cast<std::uint32_t>(offset)), 4) +
         little(options.comment.size(), 2) + options.comment;
  return out;
}

}  // namespace

std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) {
    out += i < 8 ? static_cast<char>(value >> (8 * i) & 0xff) : '\0';
  }
  return out;
}

std::string makeZip(const std::vector<ZipRecord>& records, const ZipOptions& options) {
  std::string file;
  std::string directory;
  for (const ZipRecord& record : records) {
    const std::string packed = record.isDeflated ? deflated(record.content) : record.content;
    const std::size_t header = file.size();
    if (!record.header) {
      file += localHeader(record, record.localName.value_or(record.name)) + packed;
      // The data descriptor.
      file += little(0x08074b50, 4) + little(crcOf(record.content), 4) + little(packed.size(), 4) +
              little(record.content.size(), 4);
    }
    directory += directoryEntry(record, packed, header);
  }
  const std::size_t offset = file.size();
  return file + directory + endRecords(records.size(), directory.size(), offset, options);
}

Bytes bytesOf(const std::string& text) {
  const ByteBuffer buffer(text.size());
  std::memcpy(buffer.data, text.data(), text.size());
  return buffer.bytes;
}

}  // namespace mcc::test
