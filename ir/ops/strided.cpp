// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strided copies: rows by memcpy where they are dense, else element by element of the right width.
#include "ir/ops/strided.h"

#include <cstring>

namespace mcc {
namespace {

struct Row {
  std::int64_t count, readStride, writeStride;
};

template <std::size_t kBytes>
void copyRow(const Row& row, const std::byte* from, std::byte* to) {
  constexpr auto kStep = static_cast<std::int64_t>(kBytes);
  if (row.readStride == 1 && row.writeStride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(row.count) * kBytes);
    return;
  }
  for (std::int64_t i = 0; i < row.count; ++i) {
    std::memcpy(to + i * row.writeStride * kStep, from + i * row.readStride * kStep, kBytes);
  }
}

using CopyRow = void (*)(const Row&, const std::byte*, std::byte*);

CopyRow rowCopier(std::int64_t elementBytes) {
  switch (elementBytes) {
    case 1: return copyRow<1>;
    case 2: return copyRow<2>;
    case 4: return copyRow<4>;
    case 8: return copyRow<8>;
    default: return copyRow<16>;
  }
}

// Merges neighbouring dimensions that both layouts walk through as one.
void mergeDimensions(Sizes& shape, Sizes& read, Sizes& write) {
  std::size_t kept = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    const bool follows = kept > 0 && read[kept - 1] == read[d] * shape[d] &&
                         write[kept - 1] == write[d] * shape[d];
    const std::size_t at = follows ? kept - 1 : kept++;
    shape[at] = follows ? shape[at] * shape[d] : shape[d];
    read[at] = read[d];
    write[at] = write[d];
  }
  shape.resize(kept);
  read.resize(kept);
  write.resize(kept);
}

std::int64_t dot(const Sizes& index, const Sizes& strides) {
  std::int64_t sum = 0;
  for (std::size_t d = 0; d < index.size(); ++d) sum += index[d] * strides[d];
  return sum;
}

}  // namespace

void copyStrided(const Sizes& shape, const Tensor& from, const Layout& read, Tensor& to,
                 const Layout& write) {
  for (const std::int64_t size : shape) {
    if (size == 0) return;
  }
  Sizes outer = shape, readStrides = read.strides, writeStrides = write.strides;
  mergeDimensions(outer, readStrides, writeStrides);
  Row row{1, 1, 1};
  if (!outer.empty()) {
    row = {outer.back(), readStrides.back(), writeStrides.back()};
    outer.pop_back();
    readStrides.pop_back();
    writeStrides.pop_back();
  }
  const std::int64_t width = byteSize(from.dtype());
  const CopyRow copy = rowCopier(width);
  const std::byte* source = from.data() + read.offset * width;
  std::byte* target = to.mutableData() + write.offset * width;
  forEachIndex(outer, [&](const Sizes& index) {
    copy(row, source + dot(index, readStrides) * width, target + dot(index, writeStrides) * width);
  });
}

Tensor readStrided(const Tensor& tensor, const Sizes& shape, const Layout& layout) {
  Tensor result(tensor.dtype(), shape);
  copyStrided(shape, tensor, layout, result, {0, stridesOf(shape)});
  return result;
}

Tensor broadcastTo(const Tensor& tensor, const Sizes& shape) {
  if (tensor.shape() == shape) return tensor;
  Layout read{0, Sizes(shape.size(), 0)};
  const Sizes strides = stridesOf(tensor.shape());
  const std::size_t lead = shape.size() - strides.size();
  for (std::size_t d = 0; d < strides.size(); ++d) {
    if (tensor.shape()[d] != 1) read.strides[lead + d] = strides[d];
  }
  return readStrided(tensor, shape, read);
}

}  // namespace mcc
