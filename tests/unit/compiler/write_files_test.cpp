// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All files or none, whatever goes wrong on the way.
#include "compiler/write_files.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "ir/diagnostics.h"
#include "tests/unit/reader/program_text.h"

namespace mcc::test {
namespace {

namespace fs = std::filesystem;

std::string contentsOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool isEmptyFolder(const fs::path& path) { return !fs::exists(path) || fs::is_empty(path); }

FileText failing() {
  FileText text("the first lines");
  text << [](std::ostream&) { throw Error("no more"); };
  return text;
}

}  // namespace

TEST_CASE("pieces of text and of printers are written in their order, with the folders they need") {
  const Scratch scratch;
  const std::string path = (scratch.path() / "new" / "net.cpp").string();
  FileText text("a\n");
  text << [](std::ostream& out) { out << "b\n"; };
  text << "c\n";
  writeFiles({{path, text}, {path + ".bin", std::string("\0\r\n", 3)}});
  CHECK(contentsOf(path) == "a\nb\nc\n");
  CHECK(contentsOf(path + ".bin") == std::string("\0\r\n", 3));
  CHECK(std::distance(fs::directory_iterator(scratch.path() / "new"), {}) == 2);
}

TEST_CASE("a printer that fails leaves no file, and old ones as they are") {
  const Scratch scratch;
  const fs::path folder = scratch.path() / "out";
  const std::string stem = (folder / "net").string();
  CHECK_THROWS_AS(writeFiles({{stem + ".a", "text"}, {stem + ".b", failing()}}), Error);
  CHECK(isEmptyFolder(folder));
  writeFiles({{stem + ".a", "old"}});
  CHECK_THROWS_AS(writeFiles({{stem + ".a", "new"}, {stem + ".b", failing()}}), Error);
  CHECK(contentsOf(stem + ".a") == "old");
  CHECK(std::distance(fs::directory_iterator(folder), {}) == 1);
}

TEST_CASE("a name that is taken by a folder leaves no file") {
  const Scratch scratch;
  fs::create_directories(scratch.path() / "net.h" / "inside");
  const std::string stem = (scratch.path() / "net").string();
  CHECK_THROWS_AS(writeFiles({{stem + ".cpp", "a"}, {stem + ".h", "b"}}), Error);
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
}

}  // namespace mcc::test
