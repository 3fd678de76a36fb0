// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Temporary files, then renames.
#include "compiler/write_files.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

namespace fs = std::filesystem;

void removeAll(const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
}

bool writeOne(const fs::path& path, const std::string& contents) {
  std::error_code failed;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), failed);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  out.close();
  return static_cast<bool>(out);
}

}  // namespace

void writeFiles(const std::map<std::string, std::string>& files) {
  std::vector<fs::path> temporary;
  for (const auto& [path, contents] : files) {
    temporary.emplace_back(path + ".mcc-partial");
    if (writeOne(temporary.back(), contents)) continue;
    removeAll(temporary);
    throw Error("can't write " + path, "check the folder of -o");
  }
  std::vector<fs::path> placed;
  std::size_t i = 0;
  for (const auto& [path, contents] : files) {
    std::error_code failed;
    fs::rename(temporary[i++], path, failed);
    if (!failed) {
      placed.emplace_back(path);
      continue;
    }
    removeAll(temporary);
    removeAll(placed);
    throw Error("can't write " + path + ": " + failed.message(), "check the folder of -o");
  }
}

}  // namespace mcc
