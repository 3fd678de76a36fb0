// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collecting and rendering of diagnostics.
#include "ir/diagnostics.h"

#include <algorithm>

namespace mcc {
namespace {

const char* nameOf(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

// Text from a file must not steer a terminal or break a line.
std::string printable(const std::string& text) {
  constexpr const char* kHex = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

std::string contextOf(const Origin& origin) {
  std::string text;
  if (!origin.node.empty()) text += "node " + printable(origin.node);
  if (!origin.module.empty()) {
    if (!text.empty()) text += ", ";
    text += "module " + printable(origin.module);
  }
  return text.empty() ? text : " [" + text + "]";
}

}  // namespace

void Diagnostics::report(Diagnostic diagnostic) {
  if (std::find(all_.begin(), all_.end(), diagnostic) != all_.end()) return;
  if (diagnostic.severity == Severity::error) ++errors_;
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::report(const Error& error, const Origin& fallback) {
  report({Severity::error, error.origin == Origin{} ? fallback : error.origin, error.what(),
          error.hint});
}

std::string render(const Diagnostic& diagnostic, const std::string& program) {
  const Origin& origin = diagnostic.origin;
  std::string text = printable(origin.file.empty() ? program : origin.file);
  if (!origin.file.empty() && origin.line > 0) text += ":" + std::to_string(origin.line);
  text += ": ";
  text += nameOf(diagnostic.severity);
  text += ": " + printable(diagnostic.message) + contextOf(origin) + "\n";
  if (!diagnostic.hint.empty()) text += "  hint: " + printable(diagnostic.hint) + "\n";
  return text;
}

}  // namespace mcc
