// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unites extractions: one order of all slices, one name for each, equal roots once.
#include <algorithm>
#include <stdexcept>

#include "codegen/extract/table.h"

namespace mcc::extract {
namespace {

using Place = std::pair<std::string, unsigned>;  // header and offset

// What stands in one header between two of its includes: a header and the number of includes of
// runtime_support before it. Blocks are what gets ordered.
using Block = std::pair<std::string, std::size_t>;
using Edges = std::map<Block, std::set<Block>>;  // each block, and those that must stand before it

Block blockOf(const Extraction& extraction, const Slice& slice) {
  const std::vector<Include>& includes = extraction.headers.at(slice.header).includes;
  const auto before = std::count_if(includes.begin(), includes.end(), [&](const Include& include) {
    return include.begin < slice.begin;
  });
  return {slice.header, static_cast<std::size_t>(before)};
}

// `header` and all that including it brings in.
void collectIncluded(const Extraction& extraction, const std::string& header,
                     std::set<std::string>& included) {
  if (!included.insert(header).second) return;
  for (const Include& include : extraction.headers.at(header).includes) {
    collectIncluded(extraction, include.header, included);
  }
}

// What a header includes stands before what follows the include, and behind what precedes it: a
// vector class is followed by operators that are the same for all.
void addEdges(const Extraction& extraction, Edges& edges) {
  std::map<std::string, std::set<Block>> blocks;
  for (const Slice& slice : extraction.slices) {
    blocks[slice.header].insert(blockOf(extraction, slice));
  }
  for (const auto& [header, own] : blocks) {
    const std::vector<Include>& includes = extraction.headers.at(header).includes;
    for (const Block& block : own) {
      edges[block].insert(own.begin(), own.find(block));
      for (std::size_t i = 0; i < includes.size(); ++i) {
        std::set<std::string> included;
        collectIncluded(extraction, includes[i].header, included);
        included.erase(header);
        for (const std::string& other : included) {
          if (block.second > i) edges[block].insert(blocks[other].begin(), blocks[other].end());
        }
        if (block.second > i) continue;
        for (const Block& follower : blocks[includes[i].header]) edges[follower].insert(block);
      }
    }
  }
}

// Each block behind those it needs; otherwise by path.
std::vector<Block> orderBlocks(const Edges& edges) {
  std::vector<Block> order;
  std::set<Block> done;
  while (order.size() < edges.size()) {
    const auto next = std::find_if(edges.begin(), edges.end(), [&](const auto& entry) {
      return done.count(entry.first) == 0 &&
             std::includes(done.begin(), done.end(), entry.second.begin(), entry.second.end());
    });
    if (next == edges.end()) throw std::runtime_error("headers include each other in a circle");
    done.insert(next->first);
    order.push_back(next->first);
  }
  return order;
}

// The slices that some root needs, in an order that compiles.
std::vector<TableSlice> orderSlices(const std::vector<Extraction>& extractions) {
  std::map<Block, std::map<unsigned, const Slice*>> needed;
  Edges edges;
  for (const Extraction& extraction : extractions) {
    addEdges(extraction, edges);
    for (const Root& root : extraction.roots) {
      for (const std::size_t index : root.slices) {
        const Slice& slice = extraction.slices[index];
        needed[blockOf(extraction, slice)][slice.begin] = &slice;
      }
    }
  }
  std::vector<TableSlice> ordered;
  for (const Block& block : orderBlocks(edges)) {
    for (const auto& [begin, slice] : needed[block]) ordered.push_back({*slice, {}});
  }
  return ordered;
}

bool meet(const Table& table, const TableSlice& a, const TableSlice& b) {
  const std::set<std::string>& isasOfA = table.sources.at(a.slice.header).isas;
  const std::set<std::string>& isasOfB = table.sources.at(b.slice.header).isas;
  return std::any_of(isasOfA.begin(), isasOfA.end(),
                     [&](const std::string& isa) { return isasOfB.count(isa) > 0; });
}

// The key of a slice is its name, with the signature where the name is overloaded on some
// instruction set, and with a number where even that is not unique (a declaration ahead of its
// definition).
void giveKeys(Table& table) {
  std::set<std::string> overloaded;
  std::map<std::string, std::vector<const TableSlice*>> byName;
  for (const TableSlice& slice : table.slices) {
    for (const TableSlice* other : byName[slice.slice.name]) {
      if (meet(table, slice, *other)) overloaded.insert(slice.slice.name);
    }
    byName[slice.slice.name].push_back(&slice);
  }
  std::map<std::string, std::vector<const TableSlice*>> byKey;
  for (TableSlice& slice : table.slices) {
    const std::string& name = slice.slice.name;
    const std::string base = overloaded.count(name) ? name + slice.slice.signature : name;
    auto isTaken = [&](const std::string& key) {
      const auto& holders = byKey[key];
      return std::any_of(holders.begin(), holders.end(),
                         [&](const TableSlice* other) { return meet(table, slice, *other); });
    };
    slice.key = base;
    for (int number = 2; isTaken(slice.key); ++number) {
      slice.key = base + '#' + std::to_string(number);
    }
    byKey[slice.key].push_back(&slice);
  }
}

std::vector<std::string> keysOf(const Root& root, const Extraction& extraction,
                                const std::vector<TableSlice>& slices) {
  std::set<Place> places;
  for (const std::size_t index : root.slices) {
    places.insert({extraction.slices[index].header, extraction.slices[index].begin});
  }
  std::vector<std::string> keys;
  for (const TableSlice& slice : slices) {
    if (places.count({slice.slice.header, slice.slice.begin})) keys.push_back(slice.key);
  }
  return keys;
}

std::vector<TableRoot> mergeRoots(const std::vector<Isa>& isas,
                                  const std::vector<Extraction>& extractions,
                                  const std::vector<TableSlice>& slices) {
  std::map<std::pair<std::string, std::vector<std::string>>, std::set<std::string>> merged;
  for (std::size_t i = 0; i < isas.size(); ++i) {
    std::set<std::string> seen;
    for (const Root& root : extractions[i].roots) {
      if (!seen.insert(root.key).second) {
        throw std::runtime_error("kernels.def: two rows give the root " + root.key);
      }
      merged[{root.key, keysOf(root, extractions[i], slices)}].insert(isas[i].name);
    }
  }
  std::vector<TableRoot> roots;
  for (const auto& [root, on] : merged) roots.push_back({root.first, root.second, on});
  return roots;
}

}  // namespace

Table merge(const std::vector<Isa>& isas, const std::vector<Extraction>& extractions) {
  Table table;
  for (std::size_t i = 0; i < isas.size(); ++i) {
    for (const auto& [path, header] : extractions[i].headers) {
      TableSource& source = table.sources[path];
      source.isas.insert(isas[i].name);
      source.systemIncludes.insert(header.systemIncludes.begin(), header.systemIncludes.end());
    }
  }
  table.slices = orderSlices(extractions);
  giveKeys(table);
  table.roots = mergeRoots(isas, extractions, table.slices);
  return table;
}

}  // namespace mcc::extract
