// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Just enough understanding of C++ text for the rules: literals and comments blanked, braces sorted
// into namespaces, types and functions. It relies on formatted code, not on a full grammar.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/rules/source_tree.h"

namespace mcc::rules {

/// Lines of the same number and length with comments, strings, characters and preprocessor
/// directives replaced by spaces.
std::vector<std::string> blankNonCode(const SourceFile& file);

struct Function {
  std::string head;       // text from the start of the declaration to the opening brace
  std::size_t firstLine;  // counted from 0, where the head begins
  std::size_t lastLine;   // where the body closes
  std::size_t cases;      // number of `case` labels in it
};

struct Scan {
  std::vector<Function> functions;  // outermost only: lambdas count as part of their function
  struct Statement {
    std::string text;
    std::size_t line;
  };
  std::vector<Statement> namespaceStatements;  // ended by `;`, or by the `}` of an initialiser
};

Scan scan(const SourceFile& file);

}  // namespace mcc::rules
