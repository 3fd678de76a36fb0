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

// Files of torch that call operators, for traces without directories.
constexpr std::string_view kTorchFiles[] = {
    "_tensor.py", "activation.py",    "batchnorm.py",   "container.py",    "conv.py",
    "dropout.py", "flatten.py",       "functional.py",  "instancenorm.py", "linear.py",
    "module.py",  "normalization.py", "padding.py",     "pixelshuffle.py", "pooling.py",
    "rnn.py",     "sparse.py",        "transformer.py", "upsampling.py",
};

// Whose code a frame is, by the path of its file. Traces without directories leave it open whether
// "conv.py" is torch's own or the user's.
enum class Author { user, torch, either };

Author authorOf(std::string_view path) {
  if (path.empty() || path.front() == '<' || path.starts_with("torch/")) return Author::torch;
  for (const char* part : {"-packages/torch/", "/torch/nn/", "/torch/_", "/torch/functional.py"}) {
    if (path.find(part) != path.npos) return Author::torch;
  }
  const bool isKnown =
      std::find(std::begin(kTorchFiles), std::end(kTorchFiles), path) != std::end(kTorchFiles);
  return isKnown ? Author::either : Author::user;
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

void readStackTrace(std::string_view trace, bool inTorchModule, Origin& origin) {
  Frame users, unsure;  // the last of each
  while (!trace.empty()) {
    const std::size_t end = trace.find('\n');
    Frame frame;
    if (readFrame(trace.substr(0, end), frame)) {
      const Author author = authorOf(frame.path);
      if (author == Author::user) users = frame;
      if (author == Author::either) unsure = frame;
    }
    trace = end == trace.npos ? std::string_view() : trace.substr(end + 1);
  }
  const Frame chosen = users.line > 0 || inTorchModule ? users : unsure;
  origin.file = fileNameOf(chosen.path);
  origin.line = chosen.line;
}

bool isInTorchModule(std::string_view stack) {
  const std::size_t type = stack.find_last_of(',');
  return type != stack.npos && stack.substr(type + 1).starts_with("torch.");
}

void readModuleStack(std::string_view stack, Origin& origin) {
  const bool nested = isBalanced(stack);
  std::string_view innermost;
  while (!stack.empty()) innermost = takePart(stack, ';', nested);
  takePart(innermost, ',', nested);  // the key
  origin.module = takePart(innermost, ',', nested);
}

}  // namespace mcc::exported
