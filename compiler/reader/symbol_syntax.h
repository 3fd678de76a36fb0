// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The syntax that symbolic sizes and guards share: a small part of Python's expressions, as a tree.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcc {

struct Syntax {
  enum class Kind : std::uint8_t {
    integer,     // text: the digits
    real,        // text: as written
    string,      // text: the content, without quotes and escapes
    name,        // text: "s0", or dotted, "torch.sym_max"
    call,        // children: the callee, then positional arguments; named ones are dropped
    index,       // children: container, key
    attribute,   // text: the attribute of the only child
    negate,      // one child
    operation,   // text: one of + - * / // % ** and two children; + and * may have more
    comparison,  // text: one of == != < <= > >= and two children
    conjunction  // two or more children joined by `and`
  };
  Kind kind = Kind::integer;
  std::string text;
  std::vector<Syntax> children;
  int depth = 1;

  bool isName(std::string_view name) const { return kind == Kind::name && text == name; }
};

// Throws Error naming the column; depth and size of the tree are limited.
Syntax parseSyntax(std::string_view text);

}  // namespace mcc
