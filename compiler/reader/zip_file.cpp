// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading one entry of a zip file: where its bytes lie, inflating, checking the CRC.
#include "compiler/reader/zip_file.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "compiler/reader/little_endian.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint64_t kLocalBytes = 30;
constexpr std::uint16_t kEncrypted = 1;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;

// JSON and weights shrink by less than 20; a file that inflates to more than the larger of these is
// an attack, or should be stored instead.
constexpr std::uint64_t kInflateRatio = 64;
constexpr std::uint64_t kInflateFloor = 128u << 20;
// zlib counts in 32 bits.
constexpr std::uint64_t kPiece = 1u << 30;

[[noreturn]] void failEntry(const ZipEntry& entry, const std::string& what, std::string hint = {}) {
  throw Error("zip entry " + quote(entry.name) + ": " + what, std::move(hint));
}

std::uint32_t crcOf(std::span<const std::byte> bytes) {
  uLong crc = 0;
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min<std::uint64_t>(bytes.size(), kPiece));
    crc = crc32(crc, reinterpret_cast<const Bytef*>(piece.data()), static_cast<uInt>(piece.size()));
    bytes = bytes.subspan(piece.size());
  }
  return static_cast<std::uint32_t>(crc);
}

// A raw deflate stream being inflated.
class Inflater {
 public:
  explicit Inflater(std::span<const std::byte> packed) : rest_(packed) {
    // Negative window bits: no zlib header around the data.
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw Error("out of memory");
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  // Fills `out` as far as the stream reaches; the number of bytes written. Stops early at the end
  // of the stream, of the input, and at damaged data.
  std::uint64_t fill(std::span<std::byte> out) {
    std::uint64_t written = 0;
    while (written < out.size() && status_ == Z_OK) {
      if (stream_.avail_in == 0) feed();
      const auto room = static_cast<uInt>(std::min(out.size() - written, kPiece));
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + written);
      stream_.avail_out = room;
      status_ = ::inflate(&stream_, Z_NO_FLUSH);
      written += room - stream_.avail_out;
    }
    return written;
  }
  // Z_BUF_ERROR: the input ended before the stream did, which the number of bytes shows.
  bool damaged() const {
    return status_ != Z_OK && status_ != Z_STREAM_END && status_ != Z_BUF_ERROR;
  }

 private:
  void feed() {
    const auto piece = rest_.first(std::min<std::uint64_t>(rest_.size(), kPiece));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(piece.data()));
    stream_.avail_in = static_cast<uInt>(piece.size());
    rest_ = rest_.subspan(piece.size());
  }

  z_stream stream_ = {};
  std::span<const std::byte> rest_;
  int status_ = Z_OK;
};

}  // namespace

ZipFile::ZipFile(Bytes file)
    : file_(std::move(file)),
      entries_(readZipDirectory(file_.view)),
      inflateBudget_(std::max(kInflateFloor, kInflateRatio * file_.size())) {}

std::span<const std::byte> ZipFile::payload(const ZipEntry& entry) const {
  const auto& file = file_.view;
  if (entry.header > file.size() || file.size() - entry.header < kLocalBytes) {
    failEntry(entry, "its local header would lie outside the file");
  }
  const auto local = file.subspan(entry.header);
  if (readLittle<std::uint32_t>(local, 0) != kLocalSignature) {
    failEntry(entry, "there is no local header where the zip central directory says");
  }
  const std::uint64_t nameBytes = readLittle<std::uint16_t>(local, 26);
  const std::uint64_t start = kLocalBytes + nameBytes + readLittle<std::uint16_t>(local, 28);
  if (start > local.size() || entry.packed > local.size() - start) {
    failEntry(entry, "its bytes would lie outside the file");
  }
  const auto* name = reinterpret_cast<const char*>(local.data()) + kLocalBytes;
  if (std::string_view(name, nameBytes) != entry.name) {
    failEntry(entry, "its local header bears the name " + quote({name, nameBytes}));
  }
  return local.subspan(start, entry.packed);
}

Bytes ZipFile::inflate(const ZipEntry& entry, std::span<const std::byte> packed) {
  if (entry.size > inflateBudget_) {
    failEntry(entry,
              "refused, since it would inflate to " + std::to_string(entry.size) + " bytes, from " +
                  std::to_string(entry.packed),
              "store the archive without compression, as torch.export.save does");
  }
  inflateBudget_ -= entry.size;
  ByteBuffer buffer(entry.size);
  Inflater inflater(packed);
  const std::uint64_t written = inflater.fill({buffer.data, entry.size});
  std::byte more{};
  const bool longer = inflater.fill({&more, 1}) != 0;
  if (inflater.damaged()) failEntry(entry, "its deflate stream is damaged");
  if (longer)
    failEntry(entry, "inflates to more than its " + std::to_string(entry.size) + " bytes");
  if (written != entry.size) {
    failEntry(entry, "inflates to " + std::to_string(written) + " bytes instead of " +
                         std::to_string(entry.size));
  }
  return buffer.bytes;
}

Bytes ZipFile::read(const ZipEntry& entry) {
  if ((entry.flags & kEncrypted) != 0) failEntry(entry, "it is encrypted");
  if (entry.method != kStored && entry.method != kDeflated) {
    failEntry(entry, "unknown compression method " + std::to_string(entry.method),
              "mcc reads stored and deflated entries");
  }
  const auto packed = payload(entry);
  if (entry.method == kStored && entry.packed != entry.size) {
    failEntry(entry, "stored, but its two sizes differ");
  }
  const Bytes bytes = entry.method == kStored ? partOf(file_, packed) : inflate(entry, packed);
  if (entry.crc != 0 && crcOf(bytes.view) != entry.crc) {
    failEntry(entry, "its bytes don't have the recorded CRC",
              "the file is damaged; copy or download it again");
  }
  return bytes;
}

}  // namespace mcc
