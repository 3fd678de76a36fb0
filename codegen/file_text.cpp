// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces of text, all of them functions.
#include "codegen/file_text.h"

#include <sstream>

namespace mcc {

FileText& FileText::operator<<(std::string text) {
  return *this << [text = std::move(text)](std::ostream& out) { out << text; };
}

FileText& FileText::operator<<(Printer printer) {
  pieces_.push_back(std::move(printer));
  return *this;
}

void FileText::print(std::ostream& out) const {
  for (const Printer& printer : pieces_) printer(out);
}

std::string FileText::text() const {
  std::ostringstream out;
  print(out);
  return out.str();
}

}  // namespace mcc
