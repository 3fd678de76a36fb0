// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which register tile a matrix product gets (runtime_support/kernels/gemm.h).
#pragma once
#include <string>

#include "ir/lowering.h"

namespace mcc {

// Columns that one weight panel holds when the other matrix has this many rows.
std::int64_t panelWidth(const Target& target, const Dim& rows);

// The same for a direct convolution.
std::int64_t convPanelWidth(const Target& target);

// "Tile<6, 5, 2, 1>" for C[rows][columns] with this depth: as many rows as the registers hold,
// split evenly, so that only the heights that occur are instantiated when the rows are constant.
std::string gemmTileText(const Target& target, const Dim& rows, const Dim& columns,
                         const Dim& depth);

// The same for a direct convolution with this many output pixels, each of which takes `perPixel`
// new elements of the input.
std::string convTileText(const Target& target, const Dim& pixels, const Dim& perPixel,
                         const Dim& columns);

// The same for a transposed convolution: rows of output pixels, of which every `stride`-th belong
// together.
std::string convTransposeTileText(const Target& target, const Dim& outWidth, const Dim& stride,
                                  const Dim& columns);

// The same for integer products by tiles of a row of a target's table.
std::string integerTileText(const Target& target, const TileShape& tile, const Dim& rows,
                            const Dim& columns);

// The same for attention: "Tile<6, 5, 2, 0>", whose rows are keys (of blocks of `keyBlock`) or
// columns of values, and whose vectors hold queries, one per lane.
std::string attentionTileText(const Target& target, const Dim& queries, const Dim& keys,
                              std::int64_t keyBlock, const Dim& width);
// Queries in such a tile.
std::int64_t attentionTileQueries(const Target& target, const Dim& queries);

// "3, 1, 8, 7": kernel width, stride and how many pixels of a row of output at a time.
std::string depthwiseTileText(const Target& target, const Dim& outWidth, std::int64_t kernel,
                              std::int64_t stride);

}  // namespace mcc
