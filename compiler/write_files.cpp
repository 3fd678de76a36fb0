// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Temporary files, then renames.
#include "compiler/write_files.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

namespace fs = std::filesystem;

// Files that go when the writing fails, in whatever way.
class Unfinished {
 public:
  Unfinished() = default;
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    for (const fs::path& path : paths_) {
      std::error_code ignored;
      fs::remove(path, ignored);
    }
  }
  void add(fs::path path) { paths_.push_back(std::move(path)); }
  void keep() { paths_.clear(); }

 private:
  std::vector<fs::path> paths_;
};

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error("can't write " + path + why, "check the folder of -o");
}

bool writeOne(const fs::path& path, const FileText& contents) {
  std::error_code failed;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), failed);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  contents.print(out);
  out.close();
  return static_cast<bool>(out);
}

}  // namespace

void writeFiles(const Files& files) {
  const auto partial = [](const std::string& path) { return fs::path(path + ".mcc-partial"); };
  Unfinished temporary;
  Unfinished placed;
  for (const auto& [path, contents] : files) {
    temporary.add(partial(path));
    if (!writeOne(partial(path), contents)) fail(path, "");
  }
  for (const auto& [path, contents] : files) {
    std::error_code failed;
    fs::rename(partial(path), path, failed);
    if (failed) fail(path, ": " + failed.message());
    placed.add(path);
  }
  temporary.keep();
  placed.keep();
}

}  // namespace mcc
