// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FileText: what a printed file holds.
#pragma once
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace mcc {

// Text in pieces. Weights take up to five times their bytes as text: such a piece is a function,
// which prints it while the file is written, so that it never stands in memory.
class FileText {
 public:
  using Printer = std::function<void(std::ostream&)>;

  FileText() = default;
  FileText(std::string text) { *this << std::move(text); }
  FileText(const char* text) : FileText(std::string(text)) {}

  FileText& operator<<(std::string text);
  FileText& operator<<(Printer printer);

  void print(std::ostream& out) const;
  std::string text() const;  // all of it

 private:
  std::vector<Printer> pieces_;
};

// File name or path -> contents.
using Files = std::map<std::string, FileText>;

}  // namespace mcc
