// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the table that codegen/kernel_slices.cpp includes.
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "codegen/extract/table.h"
#include "codegen/slice_hash.h"

namespace mcc::extract {
namespace {

constexpr std::size_t kLiteralBytes = 8000;  // compilers promise 64 KB in all, MSVC 16 KB at once
constexpr std::size_t kLineBytes = 84;

// "" stands for every instruction set.
std::string isaList(const std::set<std::string>& on, const std::vector<Isa>& isas) {
  if (on.size() == isas.size()) return "";
  std::string list;
  for (const Isa& isa : isas) {
    if (on.count(isa.name)) list += (list.empty() ? "" : " ") + isa.name;
  }
  return list;
}

std::string quoted(const std::string& text) {
  return '"' + text + '"';
}

// Joined by ';', as adjacent literals on lines of their own when they don't fit one.
template <class Words>
std::string quotedList(const Words& words) {
  std::string out = "\"";
  std::size_t length = 0;
  for (const std::string& word : words) {
    if (length > 0) out += ';';
    if (length > 0 && length + word.size() > kLineBytes) {
      out += "\"\n     \"";
      length = 0;
    }
    out += word;
    length += word.size() + 1;
  }
  return out + '"';
}

// Raw literals, cut at line ends.
std::string rawLiteral(const std::string& text) {
  if (text.find(")mcc\"") != std::string::npos) throw std::runtime_error("slice holds )mcc\"");
  std::string out;
  std::size_t from = 0;
  while (text.size() - from > kLiteralBytes) {
    const std::size_t newline = text.rfind('\n', from + kLiteralBytes);
    const std::size_t cut =
        newline == std::string::npos || newline < from ? from + kLiteralBytes : newline + 1;
    out += "R\"mcc(" + text.substr(from, cut - from) + ")mcc\"\n     ";
    from = cut;
  }
  return out + "R\"mcc(" + text.substr(from) + ")mcc\"";
}

std::string hashOf(const Paths& paths, const std::string& file) {
  std::ifstream in(paths.root + "/" + file, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  if (!in) throw std::runtime_error("can't read " + file);
  std::ostringstream hex;
  hex << "0x" << std::hex << std::setw(16) << std::setfill('0') << sliceHash(content.str());
  return hex.str();
}

}  // namespace

std::string printTable(const Paths& paths, const std::vector<Isa>& isas, const Table& table) {
  std::ostringstream out;
  out << "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
         "// Made by mcc-extract from runtime_support/: see codegen/extract/README.md.\n"
         "// What the columns mean stands in codegen/kernel_slices.cpp.\n";
  out << "constexpr SourceRow kSources[] = {\n";
  for (const char* path : {"runtime_support/kernels.def", "runtime_support/simd/isas.def"}) {
    out << "    {" << quoted(path) << ", " << hashOf(paths, path) << ", \"\", \"\"},\n";
  }
  for (const auto& [path, source] : table.sources) {
    out << "    {" << quoted(path) << ", " << hashOf(paths, path) << ",\n     "
        << quoted(isaList(source.isas, isas)) << ", " << quotedList(source.systemIncludes)
        << "},\n";
  }
  out << "};\n\nconstexpr SliceRow kSlices[] = {\n";
  for (const TableSlice& slice : table.slices) {
    out << "    {" << quoted(slice.slice.header) << ", " << quoted(slice.key) << ",\n     "
        << rawLiteral(slice.slice.text) << "},\n";
  }
  out << "};\n\nconstexpr RootRow kRoots[] = {\n";
  for (const TableRoot& root : table.roots) {
    out << "    {" << quoted(root.key) << ", " << quoted(isaList(root.isas, isas)) << ",\n     "
        << quotedList(root.slices) << "},\n";
  }
  out << "};\n";
  return out.str();
}

}  // namespace mcc::extract
