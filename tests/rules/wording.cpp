// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tree speaks of mcc alone: no path of some machine, no package mirror, no word on how or by
// whom a change was made. Here the words are spelled so that this file obeys too.
#include <doctest/doctest.h>

#include <regex>

#include "tests/rules/source_tree.h"

namespace mcc::rules {
namespace {

Findings checkWording(const SourceFile& file) {
  static const std::regex machinePath(R"((^|[^\w.$}])/([w]ork|[r]oot|[h]ome|[t]mp|[f]arm)/)");
  static const std::regex host(R"([p]ypi\.|debian[.]org|[g]ithubusercontent|[s]ite-packages)");
  static const std::regex authorship(R"(\b([s]essions?|[a]gents?|[h]elpers?)\b)",
                                     std::regex::icase);
  Findings found;
  if (file.path == "LICENSE") return found;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    if (std::regex_search(line, machinePath)) found.push_back(finding(file, i, "a machine's path"));
    if (std::regex_search(line, host)) found.push_back(finding(file, i, "a package host"));
    if (std::regex_search(line, authorship)) {
      found.push_back(finding(file, i, "a word on how the change was made"));
    }
  }
  return found;
}

bool allows(std::string_view line) {
  return checkWording(makeFile("ir/x.cpp", line)).empty();
}

}  // namespace

TEST_CASE("the tree speaks of mcc alone") {
  CHECK(checkTree(checkWording) == "");
}

TEST_CASE("the wording rule catches paths, hosts and authorship") {
  CHECK(
      !allows("open(\"/ro"
              "ot/x\")"));
  CHECK(
      !allows("cd /wo"
              "rk/main"));
  CHECK(
      !allows("https://py"
              "pi.org"));
  CHECK(
      !allows("added by an age"
              "nt"));
  CHECK(allows("the work is done; see the root folder /usr/lib"));
  CHECK(allows("cd \"$scratch/work/model\""));
}

}  // namespace mcc::rules
