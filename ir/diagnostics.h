// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What mcc says to people: errors, warnings and notes with the place in the user's Python they
// come from. Separate from the graph so that readers and passes report alike.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace mcc {

// Where a node came from. Every field may be empty (line 0: unknown).
struct Origin {
  std::string node;    // torch.export's node name, "conv2d_3"
  std::string module;  // module path, "features.0"
  std::string file;    // Python file name without directories, "net.py"
  std::int64_t line = 0;

  bool operator==(const Origin&) const = default;
};

// Thrown by whatever can't do what it was asked to. The fault lies with the input or the options.
struct Error : std::runtime_error {
  explicit Error(const std::string& message, std::string hintText = {}, Origin where = {})
      : std::runtime_error(message), hint(std::move(hintText)), origin(std::move(where)) {}
  std::string hint;  // what the user can do about it, a sentence; may be empty
  Origin origin;
};

// Thrown when mcc contradicts itself (exit 70): never the user's fault.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

enum class Severity : std::uint8_t { note, warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  Origin origin;
  std::string message;
  std::string hint;

  bool operator==(const Diagnostic&) const = default;
};

// Collects diagnostics in the order they were reported; equal ones are kept once.
class Diagnostics {
 public:
  void report(Diagnostic diagnostic);
  // An Error as a diagnostic; `fallback` is used when the Error names no origin of its own.
  void report(const Error& error, const Origin& fallback = {});

  bool hasErrors() const { return errors_ > 0; }
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

// "net.py:41: error: <what> [node conv2d_3, module features.0]\n  hint: …\n".
// `program` stands for the place when the origin has no file. Control characters are escaped.
std::string render(const Diagnostic& diagnostic, const std::string& program);

}  // namespace mcc
