// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tile heights, by the arithmetic of gemmPanels and convGroup.
#include "ir/ops/gemm_tile.h"

#include <algorithm>

namespace mcc {
namespace {

struct Heights {
  std::int64_t most = 0, least = INT64_MAX;

  // All heights that rows fall into when split into as few tiles of `limit` as possible.
  void add(std::int64_t rows, std::int64_t limit) {
    if (rows == 0) return;
    const std::int64_t parts = (rows + limit - 1) / limit;
    least = std::min(least, rows / parts);
    most = std::max(most, rows / parts + (rows % parts != 0 ? 1 : 0));
  }
};

// Accumulators, a panel row and one element of A share the registers.
std::int64_t mostRows(const Target& target, std::int64_t vectors) {
  constexpr std::int64_t kLatencyLimit = 12;  // rows beyond that gain nothing
  return std::clamp<std::int64_t>((target.registers - vectors - 1) / vectors, 1, kLatencyLimit);
}

// Of rows that are cut into blocks whose elements, `depth` a row, stay in the cache.
Heights heightsOf(const Dim& rows, const Dim& depth, std::int64_t limit) {
  if (!rows.isConstant() || !depth.isConstant()) return {limit, 1};
  constexpr std::int64_t kBlock = 65536;  // as in gemmPanels and convGroup
  const std::int64_t total = rows.constant();
  const std::int64_t fitting = depth == Dim(0) ? total : kBlock / depth.constant();
  const std::int64_t block = std::max(fitting, 4 * limit);
  const std::int64_t parts = (total + block - 1) / block;
  if (parts == 0) return {1, 1};
  Heights heights;
  heights.add(total / parts, limit);
  if (total % parts != 0) heights.add(total / parts + 1, limit);
  return heights;
}

// Vectors in a panel. A single row has one accumulator per vector, so it needs many of them to hide
// the latency of the multiply-add.
std::int64_t panelVectors(const Target& target, const Dim& rows) {
  constexpr std::int64_t kRowVectors = 8;
  const bool isRow = rows == Dim(1) && target.lanes > 1;
  return isRow ? kRowVectors : target.gemmVectors;
}

std::int64_t tailVectors(const Target& target, std::int64_t vectors, const Dim& columns) {
  const std::int64_t width = target.lanes * vectors;
  const std::int64_t rest = columns.isConstant() ? columns.constant() % width : width - 1;
  return (rest + target.lanes - 1) / target.lanes;
}

// The arguments of a Tile.
std::string tileSizes(const Heights& heights, std::int64_t vectors, std::int64_t tail) {
  return "<" + std::to_string(heights.most) + ", " + std::to_string(heights.least) + ", " +
         std::to_string(vectors) + ", " + std::to_string(tail) + ">";
}

std::string tileText(const Target& target, const Heights& heights, std::int64_t vectors,
                     const Dim& columns) {
  const std::int64_t tail = tailVectors(target, vectors, columns);
  return (tail > 0 ? "TailTile" : "Tile") + tileSizes(heights, vectors, tail);
}

}  // namespace

std::int64_t panelWidth(const Target& target, const Dim& rows) {
  return target.lanes * panelVectors(target, rows);
}

std::int64_t convPanelWidth(const Target& target) {
  return target.lanes * target.gemmVectors;
}

std::string gemmTileText(const Target& target, const Dim& rows, const Dim& columns,
                         const Dim& depth) {
  const std::int64_t vectors = panelVectors(target, rows);
  return tileText(target, heightsOf(rows, depth, mostRows(target, vectors)), vectors, columns);
}

std::string convTileText(const Target& target, const Dim& pixels, const Dim& perPixel,
                         const Dim& columns) {
  const std::int64_t vectors = target.gemmVectors;
  return tileText(target, heightsOf(pixels, perPixel, mostRows(target, vectors)), vectors, columns);
}

std::string convTransposeTileText(const Target& target, const Dim& outWidth, const Dim& stride,
                                  const Dim& columns) {
  const std::int64_t vectors = target.gemmVectors, limit = mostRows(target, vectors);
  Heights heights;
  if (outWidth.isConstant() && stride.isConstant()) {
    const std::int64_t width = outWidth.constant(), every = stride.constant();
    heights.add(width / every, limit);
    if (width % every != 0) heights.add(width / every + 1, limit);
  }
  if (heights.most == 0) heights = {limit, 1};
  return tileText(target, heights, vectors, columns);
}

std::string integerTileText(const Target& target, const TileShape& tile, const Dim& rows,
                            const Dim& columns) {
  Heights heights{tile.rows, 1};
  if (rows.isConstant() && rows.constant() > 0) {
    heights = {};
    heights.add(rows.constant(), tile.rows);
  }
  return "Tile" + tileSizes(heights, tile.vectors, tailVectors(target, tile.vectors, columns));
}

std::int64_t attentionTileQueries(const Target& target, const Dim& queries) {
  const bool isOneVector = queries.isConstant() && queries.constant() <= target.lanes;
  return target.lanes * (isOneVector ? 1 : target.gemmVectors);
}

std::string attentionTileText(const Target& target, const Dim& queries, const Dim& keys,
                              std::int64_t keyBlock, const Dim& width) {
  const std::int64_t vectors = attentionTileQueries(target, queries) / target.lanes;
  const std::int64_t limit = mostRows(target, vectors);
  Heights heights;
  if (keys.isConstant() && width.isConstant()) {
    if (keys.constant() >= keyBlock) heights.add(keyBlock, limit);
    heights.add(keys.constant() % keyBlock, limit);
    heights.add(width.constant(), limit);
  }
  if (heights.most == 0) heights = {limit, 1};
  return "Tile<" + std::to_string(heights.most) + ", " + std::to_string(heights.least) + ", " +
         std::to_string(vectors) + ", 0>";
}

std::string depthwiseTileText(const Target& target, const Dim& outWidth, std::int64_t kernel,
                              std::int64_t stride) {
  // Sums, a row of taps and one input share the registers.
  const std::int64_t limit = std::clamp<std::int64_t>(target.registers - kernel - 2, 1, 8);
  Heights widths{limit, 1};
  if (outWidth.isConstant() && outWidth.constant() > 0) {
    widths = {};
    widths.add(outWidth.constant(), limit);
  }
  return std::to_string(kernel) + ", " + std::to_string(stride) + ", " +
         std::to_string(widths.most) + ", " + std::to_string(widths.least);
}

}  // namespace mcc
