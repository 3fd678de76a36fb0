// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependencies point one way, and libraries of others stay inside .cpp files.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "tests/rules/source_tree.h"

namespace mcc::rules {
namespace {

struct Room {
  std::string_view folder;
  std::vector<std::string_view> mayInclude;
};

/// The most specific row that matches a file holds. passes/ and codegen/ meet in ir/ only.
const std::vector<Room>& rooms() {
  static const std::vector<Room> all{
      {"compiler/reader", {"compiler/reader", "ir", "runtime_support"}},
      {"codegen/extract", {"codegen", "runtime_support"}},
      {"runtime_support", {"runtime_support"}},
      {"ir", {"ir", "runtime_support"}},
      {"passes", {"passes", "ir", "runtime_support"}},
      {"targets", {"targets", "ir", "runtime_support"}},
      {"codegen", {"codegen", "ir", "runtime_support"}},
      {"compiler", {"compiler", "codegen", "targets", "passes", "ir", "runtime_support"}},
      {"tests", {"tests", "compiler", "codegen", "targets", "passes", "ir", "runtime_support"}},
  };
  return all;
}

struct Library {
  std::string_view prefix;
  std::vector<std::string_view> folders;
};

const std::vector<Library>& libraries() {
  static const std::vector<Library> all{
      {"nlohmann/", {"compiler", "tests"}},
      {"zlib.h", {"compiler", "tests"}},
      {"Eigen/", {"ir", "passes", "tests"}},
      {"CLI/", {"compiler", "tests"}},
      {"doctest/", {"tests"}},
      {"clang/", {"codegen/extract"}},
      {"llvm/", {"codegen/extract"}},
  };
  return all;
}

std::string checkQuoted(const SourceFile& file, const std::string& included) {
  namespace fs = std::filesystem;
  const auto& all = rooms();
  const auto room =
      std::find_if(all.begin(), all.end(), [&](const Room& r) { return isUnder(file, r.folder); });
  if (room == all.end()) return "";  // samples include what mcc prints for them
  const bool fromRoot = included.find('/') != std::string::npos && included[0] != '.';
  if (!fromRoot && room->folder != "runtime_support") {
    return "includes are written from the root";
  }
  const std::string target =
      fromRoot ? included
               : (fs::path(file.path).parent_path() / included).lexically_normal().generic_string();
  for (const std::string_view allowed : room->mayInclude) {
    if (target.rfind(std::string(allowed) + "/", 0) == 0) return "";
  }
  return std::string(room->folder) + "/ may not include " + target;
}

std::string checkAngled(const SourceFile& file, const std::string& included) {
  for (const Library& library : libraries()) {
    if (included.rfind(library.prefix, 0) != 0) continue;
    // What tests share checks things, so it may stand in a header.
    const bool isShared = library.prefix == "doctest/" && isUnder(file, "tests");
    if (!endsWith(file, ".cpp") && !isShared) {
      return "headers of other libraries belong into .cpp files";
    }
    const auto& folders = library.folders;
    const bool allowed = std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
      return isUnder(file, folder);
    });
    if (!allowed) return "<" + included + "> has no place in this folder";
  }
  return "";
}

Findings checkIncludes(const SourceFile& file) {
  static const std::regex directive(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  Findings found;
  if (!isCpp(file) || isGenerated(file) || file.path.find("/consumer/") != std::string::npos) {
    return found;
  }
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_search(file.lines[i], match, directive)) continue;
    const std::string wrong =
        match[1] == "<" ? checkAngled(file, match[2]) : checkQuoted(file, match[2]);
    if (!wrong.empty()) found.push_back(finding(file, i, wrong));
  }
  return found;
}

bool allows(std::string path, std::string_view line) {
  return checkIncludes(makeFile(std::move(path), line)).empty();
}

}  // namespace

TEST_CASE("includes follow the direction of dependencies") {
  CHECK(checkTree(checkIncludes) == "");
}

TEST_CASE("the include rule catches every wrong edge") {
  CHECK(allows("passes/x.cpp", "#include \"ir/graph.h\""));
  CHECK(!allows("passes/x.cpp", "#include \"codegen/names.h\""));
  CHECK(!allows("codegen/x.cpp", "#include \"passes/pipeline.h\""));
  CHECK(!allows("ir/x.cpp", "#include \"passes/pipeline.h\""));
  CHECK(!allows("ir/x.cpp", "#include \"graph.h\""));
  CHECK(!allows("targets/x.cpp", "#include \"passes/pipeline.h\""));
  CHECK(!allows("compiler/reader/x.cpp", "#include \"passes/pipeline.h\""));
  CHECK(allows("compiler/x.cpp", "#include \"passes/pipeline.h\""));
  CHECK(!allows("runtime_support/kernels/x.h", "#include \"ir/graph.h\""));
  CHECK(allows("runtime_support/kernels/x.h", "#include \"../simd/active.h\""));
  CHECK(!allows("runtime_support/kernels/x.h", "#include \"../../ir/graph.h\""));
  CHECK(allows("ir/x.cpp", "#include <Eigen/Core>"));
  CHECK(!allows("ir/x.h", "#include <Eigen/Core>"));
  CHECK(!allows("codegen/x.cpp", "#include <clang/AST/Decl.h>"));
  CHECK(!allows("passes/x.cpp", "#include <nlohmann/json.hpp>"));
}

}  // namespace mcc::rules
