// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mapping of files and the checks on text that every part of the reader needs.
#include "compiler/reader/bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

struct Descriptor {
  explicit Descriptor(int value) : number(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  int number;
};

[[noreturn]] void failToRead(const std::filesystem::path& path) {
  const std::string why = std::generic_category().message(errno);
  throw Error("can't read " + quote(path.string()) + ": " + why);
}

// Length of the well-formed UTF-8 sequence at the start of `text`, 0 when there is none
// (Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xbf; };
  const unsigned lead = byte(0);
  const unsigned second = byte(1);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f)) return 0;
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) return 0;
    return continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

ByteBuffer::ByteBuffer(std::size_t size) {
  std::shared_ptr<std::byte[]> storage(new std::byte[size]);
  data = storage.get();
  bytes.view = {data, size};
  bytes.owner = std::move(storage);
}

Bytes mapFile(const std::filesystem::path& path) {
  // Looked at before opening: to open a pipe would wait for a writer.
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) failToRead(path);
  if (!S_ISREG(status.st_mode)) throw Error(quote(path.string()) + " is not a regular file");
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0 || ::fstat(file.number, &status) != 0) failToRead(path);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return {};
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (start == MAP_FAILED) failToRead(path);
  Bytes bytes;
  bytes.owner = std::shared_ptr<void>(start, [size](void* mapped) { ::munmap(mapped, size); });
  bytes.view = {static_cast<const std::byte*>(start), size};
  bytes.isMapped = true;
  return bytes;
}

Bytes partOf(const Bytes& whole, std::span<const std::byte> view) {
  if (!whole.isMapped) return {whole.owner, view};
  const auto release = [file = whole.owner, view](const void*) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<std::uintptr_t>(view.data()) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(view.data() + view.size());
    ::madvise(reinterpret_cast<void*>(start), end - start, MADV_DONTNEED);
  };
  return {std::shared_ptr<const void>(view.data(), release), view, true};
}

std::string quote(std::string_view text) {
  constexpr std::size_t kLongest = 160;
  constexpr const char* kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  if (text.size() > kLongest) out += "...";
  return out + "\"";
}

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace mcc
