// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mcc-extract: computes codegen/kernel_slices.inc from runtime_support/, or says that it is stale.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "codegen/extract/extraction.h"
#include "codegen/extract/table.h"

namespace mcc::extract {
namespace {

constexpr const char* kUsage =
    "usage: mcc-extract (--write | --check) TABLE ROOT RESOURCE_DIR\n"
    "  --write       (re)writes TABLE, a kernel_slices.inc\n"
    "  --check       fails when TABLE is not what --write would make of it\n"
    "  ROOT          folder that holds runtime_support/\n"
    "  RESOURCE_DIR  what clang -print-resource-dir says\n";

std::optional<std::string> computeTable(const Paths& paths) {
  const std::vector<Isa> isas = readIsas(paths);
  const std::vector<KernelRow> rows = readKernelRows(paths);
  if (isas.empty() || rows.empty()) return std::nullopt;
  for (const KernelRow& row : rows) {
    for (const std::string& name : row.isas) {
      const bool exists =
          std::any_of(isas.begin(), isas.end(), [&](const Isa& isa) { return isa.name == name; });
      if (!exists) throw std::runtime_error("kernels.def: no instruction set " + name);
    }
  }
  std::vector<Extraction> extractions;
  for (const Isa& isa : isas) {
    std::optional<Extraction> extraction = extractIsa(paths, isa, rows);
    if (!extraction) {
      std::cerr << "mcc-extract: no table, because of the errors above on " << isa.name << "\n";
      return std::nullopt;
    }
    extractions.push_back(std::move(*extraction));
  }
  return printTable(paths, isas, merge(isas, extractions));
}

std::string readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

int run(bool write, const std::string& path, const Paths& paths) {
  const std::optional<std::string> table = computeTable(paths);
  if (!table) return 1;
  if (readFile(path) == *table) return 0;
  if (!write) {
    std::cerr << "mcc-extract: " << path << " is stale; build the target update-kernel-slices\n";
    return 1;
  }
  std::ofstream out(path, std::ios::binary);
  out << *table;
  out.close();
  if (!out) throw std::runtime_error("can't write " + path);
  return 0;
}

}  // namespace
}  // namespace mcc::extract

int main(int argc, char** argv) {
  const bool write = argc == 5 && std::strcmp(argv[1], "--write") == 0;
  if (argc != 5 || (!write && std::strcmp(argv[1], "--check") != 0)) {
    std::cerr << mcc::extract::kUsage;
    return 1;
  }
  try {
    const std::string root = std::filesystem::canonical(argv[3]).string();
    return mcc::extract::run(write, argv[2], {root, argv[4]});
  } catch (const std::exception& error) {
    std::cerr << "mcc-extract: " << error.what() << "\n";
    return 1;
  }
}
