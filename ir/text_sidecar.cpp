// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sidecar as a file: "MCCSIDE1", the number of entries, then for each its key, element type,
// shape and bytes. Strings and bytes follow their length; every number is 8 bytes, little-endian.
#include <algorithm>

#include "ir/diagnostics.h"
#include "ir/text.h"

namespace mcc {

namespace {

constexpr std::string_view kMagic = "MCCSIDE1";

void writeNumber(std::string& out, std::int64_t value) {
  for (int shift = 0; shift < 64; shift += 8) {
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> shift & 255);
  }
}

void writeBytes(std::string& out, std::string_view bytes) {
  writeNumber(out, static_cast<std::int64_t>(bytes.size()));
  out += bytes;
}

class SidecarReader {
 public:
  explicit SidecarReader(std::string_view bytes) : rest_(bytes) {}

  bool atEnd() const { return rest_.empty(); }

  std::string_view take(std::int64_t count) {
    if (count < 0 || static_cast<std::uint64_t>(count) > rest_.size()) {
      throw Error("the file of constants is cut short");
    }
    const std::string_view result = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(result.size());
    return result;
  }

  std::int64_t number() {
    std::uint64_t value = 0;
    int shift = 0;
    for (const char c : take(8)) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << shift;
      shift += 8;
    }
    return static_cast<std::int64_t>(value);
  }

  Tensor tensor() {
    const std::string dtypeName(take(number()));
    const auto dtype = dtypeFromName(dtypeName);
    if (!dtype) throw Error("the file of constants has an unknown element type");
    Sizes shape;
    for (std::int64_t rank = number(); rank > 0; --rank) shape.push_back(number());
    const std::string_view bytes = take(number());
    const std::shared_ptr<std::string> copy = std::make_shared<std::string>(bytes);
    Tensor result = Tensor::view(*dtype, shape, reinterpret_cast<const std::byte*>(copy->data()),
                                 copy);
    if (result.bytes() != static_cast<std::int64_t>(bytes.size())) {
      throw Error("the file of constants has a tensor whose size contradicts its shape");
    }
    return result;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string writeSidecar(const Sidecar& sidecar) {
  std::string out(kMagic);
  writeNumber(out, static_cast<std::int64_t>(sidecar.size()));
  for (const auto& [key, tensor] : sidecar) {
    writeBytes(out, key);
    writeBytes(out, name(tensor->dtype()));
    writeNumber(out, tensor->rank());
    for (const std::int64_t size : tensor->shape()) writeNumber(out, size);
    writeBytes(out, {reinterpret_cast<const char*>(tensor->data()),
                     static_cast<std::size_t>(tensor->bytes())});
  }
  return out;
}

Sidecar readSidecar(const std::string& bytes) {
  SidecarReader in(bytes);
  if (!bytes.starts_with(kMagic)) throw Error("not a file of constants");
  in.take(static_cast<std::int64_t>(kMagic.size()));
  Sidecar result;
  for (std::int64_t left = in.number(); left > 0; --left) {
    const std::string key(in.take(in.number()));
    result[key] = std::make_shared<const Tensor>(in.tensor());
  }
  if (!in.atEnd()) throw Error("the file of constants goes on after its end");
  return result;
}

}  // namespace mcc
