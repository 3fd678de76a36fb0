// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a node comes from, out of the texts that torch.export keeps: a Python traceback and the
// stack of modules.
#include <algorithm>
#include <charconv>

#include "compiler/reader/export_parts.h"

namespace mcc::exported {
namespace {

struct Frame {
  std::string_view path;
  std::int64_t line = 0;
};

// `  File "net.py", line 41, in forward`; false when `text` is no such line.
bool readFrame(std::string_view text, Frame& frame) {
  constexpr std::string_view kFile = "File \"";
  constexpr std::string_view kLine = "\", line ";
  const std::size_t indent = text.find_first_not_of(' ');
  if (indent == text.npos || !text.substr(indent).starts_with(kFile)) return false;
  text.remove_prefix(indent + kFile.size());
  const std::size_t end = text.find(kLine);
  if (end == text.npos) return false;
  frame.path = text.substr(0, end);
  const std::string_view number = text.substr(end + kLine.size());
  const auto result = std::from_chars(number.data(), number.data() + number.size(), frame.line);
  return result.ec == std::errc() && frame.line > 0;
}

// Files of torch.nn that call operators, for traces without directories.
constexpr std::string_view kTorchFiles[] = {
    "_tensor.py", "activation.py",    "batchnorm.py",   "container.py",    "conv.py",
    "dropout.py", "flatten.py",       "functional.py",  "instancenorm.py", "linear.py",
    "module.py",  "normalization.py", "padding.py",     "pixelshuffle.py", "pooling.py",
    "rnn.py",     "sparse.py",        "transformer.py", "upsampling.py",
};

// Whether code in this file is a library's or was made on the fly rather than written by the user.
bool isForeign(std::string_view path) {
  if (path.empty() || path.front() == '<') return true;
  for (const char* folder : {"-packages/", "/torch/"}) {
    if (path.find(folder) != path.npos) return true;
  }
  return std::find(std::begin(kTorchFiles), std::end(kTorchFiles), path) != std::end(kTorchFiles);
}

std::string_view fileNameOf(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == path.npos ? path : path.substr(slash + 1);
}

// Whether all brackets in `text` are closed.
bool isBalanced(std::string_view text) {
  std::int64_t depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth < 0) return false;
  }
  return depth == 0;
}

// The next part of `text` up to `separator`, which is cut off it. Separators in brackets don't
// count when `nested`.
std::string_view takePart(std::string_view& text, char separator, bool nested) {
  std::int64_t depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == separator && (depth <= 0 || !nested)) break;
  }
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

}  // namespace

void readStackTrace(std::string_view trace, Origin& origin) {
  Frame chosen;
  while (!trace.empty()) {
    const std::size_t end = trace.find('\n');
    Frame frame;
    // The last frame of the user's own; the last of all when there is none.
    if (readFrame(trace.substr(0, end), frame) &&
        (!isForeign(frame.path) || isForeign(chosen.path))) {
      chosen = frame;
    }
    trace = end == trace.npos ? std::string_view() : trace.substr(end + 1);
  }
  origin.file = fileNameOf(chosen.path);
  origin.line = chosen.line;
}

void readModuleStack(std::string_view stack, Origin& origin) {
  const bool nested = isBalanced(stack);
  std::string_view innermost;
  while (!stack.empty()) innermost = takePart(stack, ';', nested);
  takePart(innermost, ',', nested);  // the key
  origin.module = takePart(innermost, ',', nested);
}

}  // namespace mcc::exported
