// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of bytes that keep their storage alive, so that weights can be handed on without copies, and
// text from a file made fit for a message.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mcc {

// Bytes and whatever owns them: a mapped file or a buffer. Copies share the storage.
struct Bytes {
  std::shared_ptr<const void> owner;
  std::span<const std::byte> view;
  bool isMapped = false;  // pages of a file, which could be read again

  std::size_t size() const { return view.size(); }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(view.data()), view.size()};
  }
};

// A buffer of `size` bytes without a value yet; `data` is what the caller fills.
struct ByteBuffer {
  explicit ByteBuffer(std::size_t size);
  Bytes bytes;
  std::byte* data;
};

// The content of a file, mapped into memory. Throws Error when there is no such regular file or it
// can't be read.
Bytes mapFile(const std::filesystem::path& path);

// A part of `whole`. When its last copy goes, so do its pages of a mapped file, though the rest of
// the file may stay in memory.
Bytes partOf(const Bytes& whole, std::span<const std::byte> view);

// `text` in double quotes, shortened when long, control characters escaped: names from a file may
// be a megabyte long or hold a NUL, which would end a C string.
std::string quote(std::string_view text);

bool isUtf8(std::string_view text);

}  // namespace mcc
