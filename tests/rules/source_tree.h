// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The repository's own text files, as the rules read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcc::rules {

struct SourceFile {
  std::string path;                // from the root, with forward slashes: "ir/graph.h"
  std::vector<std::string> lines;  // without line ends
};

/// A rule's findings, one per line: "ir/graph.h:12: what is wrong and why it matters".
using Findings = std::vector<std::string>;

/// A file made from text, so that a rule can be shown something that breaks it.
SourceFile makeFile(std::string path, std::string_view text);

/// All text files of the project below the working directory, in order of their paths. Recorded
/// things (fixtures, goldens, models) and build folders are left out.
std::vector<SourceFile> readSourceTree();

bool endsWith(const SourceFile& file, std::string_view suffix);
bool isUnder(const SourceFile& file, std::string_view folder);

/// C++ text: .cpp, .h, .def, .inc.
bool isCpp(const SourceFile& file);

/// Written by mcc-extract from files that obey the rules themselves.
bool isGenerated(const SourceFile& file);

/// "path:line: message", with line counted from 0.
std::string finding(const SourceFile& file, std::size_t line, std::string_view message);

/// Runs a rule over the whole tree; the result is one text, empty when the tree obeys.
std::string checkTree(Findings (*rule)(const SourceFile&));

}  // namespace mcc::rules
