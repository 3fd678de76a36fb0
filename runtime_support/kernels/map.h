// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointwise loops. A functor is applied to vectors of floats (map, mapRows) or to single elements
// of any types (mapEach, mapRowsEach); inputs may be broadcast.
#pragma once

#include <cstdint>

#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// A row of elements that lie side by side.
template <class T>
struct DenseRow {
  const T* data;

  T element(std::int64_t i) const { return data[i]; }
  template <class Lanes>
  F32 lanes(std::int64_t i, Lanes which) const {
    return load(data + i, which);
  }
};

/// One element repeated.
template <class T>
struct SplatRow {
  T value;

  T element(std::int64_t) const { return value; }
  template <class Lanes>
  F32 lanes(std::int64_t, Lanes) const {
    return broadcast(value);
  }
};

/// A row of elements at equal distances.
template <class T>
struct StridedRow {
  const T* data;
  std::int64_t stride;

  T element(std::int64_t i) const { return data[i * stride]; }
  F32 lanes(std::int64_t i, AllLanes) const { return lanes(i, SomeLanes{F32::kLanes}); }
  F32 lanes(std::int64_t i, SomeLanes which) const {
    T gathered[F32::kLanes] = {};
    for (std::int64_t k = 0; k < which.count; ++k) gathered[k] = data[(i + k) * stride];
    return load(gathered, AllLanes{});
  }
};

/// Where the row at `index` begins, counted in elements. The last stride is within rows.
template <int Rank>
constexpr std::int64_t rowOffset(const std::int64_t (&strides)[Rank],
                                 const std::int64_t (&index)[Rank]) {
  std::int64_t offset = 0;
  for (int d = 0; d + 1 < Rank; ++d) offset += strides[d] * index[d];
  return offset;
}

/// Inputs of mapRows and mapRowsEach. `strides` are in elements, 0 where the input is broadcast;
/// the name says what the last one is: 1 (Dense), 0 (Splat), or whatever it says (Strided).
template <class T, int Rank>
struct DenseInput {
  const T* data;
  std::int64_t strides[Rank];

  DenseRow<T> row(const std::int64_t (&index)[Rank]) const {
    return {data + rowOffset(strides, index)};
  }
};
template <class T, int Rank>
struct SplatInput {
  const T* data;
  std::int64_t strides[Rank];

  SplatRow<T> row(const std::int64_t (&index)[Rank]) const {
    return {data[rowOffset(strides, index)]};
  }
};
template <class T, int Rank>
struct StridedInput {
  const T* data;
  std::int64_t strides[Rank];

  StridedRow<T> row(const std::int64_t (&index)[Rank]) const {
    return {data + rowOffset(strides, index), strides[Rank - 1]};
  }
};

/// The output of mapRows and mapRowsEach: its sizes, and its strides in elements (the last is 1).
template <int Rank>
struct MapShape {
  std::int64_t sizes[Rank];
  std::int64_t strides[Rank];
};

/// Steps `index` to the next row; false after the last one.
template <int Rank>
constexpr bool nextRow(const std::int64_t (&sizes)[Rank], std::int64_t (&index)[Rank]) {
  for (int d = Rank - 2; d >= 0; --d) {
    if (++index[d] < sizes[d]) return true;
    index[d] = 0;
  }
  return false;
}

template <int Rank>
constexpr bool isEmpty(const std::int64_t (&sizes)[Rank]) {
  for (const std::int64_t size : sizes) {
    if (size == 0) return true;
  }
  return false;
}

/// out[i] = function(row[i]...) for `count` floats, a vector at a time.
template <class Function, class... Rows>
void mapRow(std::int64_t count, float* out, const Function& function, const Rows&... rows) {
  std::int64_t i = 0;
  for (; i + F32::kLanes <= count; i += F32::kLanes) {
    store(out + i, function(rows.lanes(i, AllLanes{})...), AllLanes{});
  }
  if (i < count) {
    const SomeLanes rest{count - i};
    store(out + i, function(rows.lanes(i, rest)...), rest);
  }
}

/// out[i] = function(row[i]...) for `count` elements, one at a time.
template <class Out, class Function, class... Rows>
void mapRowEach(std::int64_t count, Out* out, const Function& function, const Rows&... rows) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = function(rows.element(i)...);
}

/// out[i] = function(in[i]...) over dense float arrays; `function` takes and returns F32. An input
/// may be the output itself.
template <class Function, class... In>
[[gnu::noinline]] void map(std::int64_t count, float* out, Function function, const In*... in) {
  mapRow(count, out, function, DenseRow<In>{in}...);
}

/// out[i] = function(in[i]...) over dense arrays of any types, element by element.
template <class Out, class Function, class... In>
[[gnu::noinline]] void mapEach(std::int64_t count, Out* out, Function function, const In*... in) {
  mapRowEach(count, out, function, DenseRow<In>{in}...);
}

/// The same over `Rank` dimensions with broadcasting; inputs are DenseInput, SplatInput or
/// StridedInput of float.
template <int Rank, class Function, class... Inputs>
[[gnu::noinline]] void mapRows(const MapShape<Rank>& shape, float* out, Function function,
                               const Inputs&... inputs) {
  std::int64_t index[Rank] = {};
  if (isEmpty(shape.sizes)) return;
  do {
    mapRow(shape.sizes[Rank - 1], out + rowOffset(shape.strides, index), function,
           inputs.row(index)...);
  } while (nextRow(shape.sizes, index));
}

/// The same for any types, element by element.
template <int Rank, class Out, class Function, class... Inputs>
[[gnu::noinline]] void mapRowsEach(const MapShape<Rank>& shape, Out* out, Function function,
                                   const Inputs&... inputs) {
  std::int64_t index[Rank] = {};
  if (isEmpty(shape.sizes)) return;
  do {
    mapRowEach(shape.sizes[Rank - 1], out + rowOffset(shape.strides, index), function,
               inputs.row(index)...);
  } while (nextRow(shape.sizes, index));
}

}  // namespace mcc::rt
