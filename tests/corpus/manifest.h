// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// manifest.json of a corpus folder.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "compiler/verify/recorded.h"

namespace mcc::corpus {

struct Row {
  std::string name, file, data, group;
  bool expectReject = false;
  bool lenient = false;
  bool stateful = false;
  std::vector<std::string> mentions;
  Judge judge;
  std::map<std::string, std::string> fields;  // scalars as text, for --where
};

// Which rows of a manifest to run.
struct Selection {
  std::string only;                          // regular expression on the name
  std::map<std::string, std::string> where;  // field -> value
  std::int64_t sampleNumerator = 1, sampleDenominator = 1;
};

// Selected rows in the manifest's order. A sample is by a hash of the name: the same rows every
// time.
std::vector<Row> readManifest(const std::filesystem::path& root, const Selection& selection);

}  // namespace mcc::corpus
