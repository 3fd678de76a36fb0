// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights as text. Never decimal floats: they take compilers ten times as long.
#include "codegen/print_weights.h"

#include <array>
#include <cstring>

#include "codegen/print_header.h"

namespace mcc {
namespace {

void appendHex(std::string& out, std::uint64_t word) {
  std::array<char, 16> digits{};
  std::size_t n = 0;
  do {
    digits[n++] = "0123456789abcdef"[word & 15];
    word >>= 4;
  } while (word != 0);
  out += "0x";
  while (n > 0) out += digits[--n];
}

// Rows of an array of 64-bit words.
std::string arrayRows(std::span<const std::byte> block) {
  std::string rows;
  std::size_t column = 0;
  for (std::size_t at = 0; at < block.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, block.data() + at, 8);
    std::string item = " ";
    appendHex(item, word);
    item += ',';
    if (column + item.size() > 100) {
      rows += '\n';
      column = 0;
    }
    if (column == 0) {
      rows += "   ";
      column = 3;
    }
    rows += item;
    column += item.size();
  }
  return rows += '\n';
}

void printArray(FileText& file, const Program& program, const WeightLayout& layout) {
  if (layout.bytes == 0) {
    file << "alignas(64) constexpr std::uint64_t kWeights[1] = {0};\n";
    return;
  }
  const std::string words = std::to_string(layout.bytes / 8);
  file << "alignas(64) constexpr std::uint64_t kWeights[" + words + "] = {\n";
  file << [blob = WeightBlob(program, layout)](std::ostream& out) {
    blob.forEachBlock([&](std::span<const std::byte> block) { out << arrayRows(block); });
  };
  file << "};\n";
}

std::string incbinSymbol(const PrintOptions& options) {
  return "mcc_" + options.name + "_weights";
}

}  // namespace

void printWeights(FileText& file, const Program& program, const WeightLayout& layout,
                  const PrintOptions& options) {
  switch (layout.form) {
    case WeightsForm::bin:
      file << "extern const unsigned char kWeights[" + std::to_string(layout.bytes) + "]\n";
      file << "    asm(\"" + incbinSymbol(options) +
                  "\") __attribute__((visibility(\"hidden\")));\n";
      return;
    case WeightsForm::literal:
      file << "extern const unsigned char kWeights[" + std::to_string(layout.bytes + 1) + "];\n";
      return;
    case WeightsForm::pointer:
      return;
    case WeightsForm::array:
    case WeightsForm::automatic:
      return printArray(file, program, layout);
  }
}

namespace {

// The assembler takes the .bin file in.
std::string printWeightIncbin(const Program& program, const PrintOptions& options) {
  const std::string symbol = incbinSymbol(options);
  CodeWriter writer;
  printBanner(writer, program, options, "weights");
  writer.line(
      "// The assembler takes the file in: define the macro, or name its folder with -Wa,-I.");
  writer.line("// No link-time optimisation of this file.");
  writer.line("#ifndef MCC_WEIGHTS_FILE");
  writer.line("#define MCC_WEIGHTS_FILE \"" + options.stem + "_weights.bin\"");
  writer.line("#endif");
  writer.line("asm(\".section .rodata\\n.balign 64\\n.globl " + symbol + "\\n.hidden " + symbol +
              "\\n\"");
  writer.line("    \"" + symbol + ":\\n.incbin \\\"\" MCC_WEIGHTS_FILE \"\\\"\\n.text\\n\");");
  return writer.text();
}

// A byte of a string literal. Octal escapes end after three digits or at a non-digit.
void appendEscaped(std::string& out, unsigned byte, bool isBeforeDigit) {
  const bool plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\' && byte != '?';
  if (plain) {
    out += static_cast<char>(byte);
    return;
  }
  out += '\\';
  if (isBeforeDigit || byte >= 64) out += static_cast<char>('0' + (byte >> 6));
  if (isBeforeDigit || byte >= 8) out += static_cast<char>('0' + ((byte >> 3) & 7));
  out += static_cast<char>('0' + (byte & 7));
}

// Rows of a string literal.
std::string literalRows(std::span<const std::byte> block) {
  std::string rows;
  rows.reserve(4 * block.size());
  std::size_t start = 0;  // of the row's bytes
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (rows.empty() || rows.back() == '\n') {
      rows += "    \"";
      start = rows.size();
    }
    const unsigned next = i + 1 < block.size() ? std::to_integer<unsigned>(block[i + 1]) : 0;
    appendEscaped(rows, std::to_integer<unsigned>(block[i]), next >= '0' && next <= '7');
    if (rows.size() - start >= 88 || i + 1 == block.size()) rows += "\"\n";
  }
  return rows;
}

FileText printWeightLiteral(const Program& program, const WeightLayout& layout,
                            const PrintOptions& options) {
  const std::string array =
      "const unsigned char kWeights[" + std::to_string(layout.bytes + 1) + "]";
  CodeWriter head;
  printBanner(head, program, options, "weights");
  head.line("namespace " + options.name + " {");
  head.line("extern " + array + ";");
  head.line("alignas(64) " + array + " =");
  if (layout.bytes == 0) head.line("    \"\"");
  FileText file(head.text());
  file << [blob = WeightBlob(program, layout)](std::ostream& out) {
    blob.forEachBlock([&](std::span<const std::byte> block) { out << literalRows(block); });
  };
  file << "    ;\n}  // namespace " + options.name + "\n";
  return file;
}

FileText binaryFile(const Program& program, const WeightLayout& layout) {
  FileText file;
  file << [blob = WeightBlob(program, layout)](std::ostream& out) {
    blob.forEachBlock([&](std::span<const std::byte> block) {
      out.write(reinterpret_cast<const char*>(block.data()),
                static_cast<std::streamsize>(block.size()));
    });
  };
  return file;
}

}  // namespace

Files weightFiles(const Program& program, const WeightLayout& layout, const PrintOptions& options) {
  Files files;
  if (program.constants.empty() || layout.form == WeightsForm::array) return files;
  const std::string stem = options.stem + "_weights";
  if (layout.form == WeightsForm::literal) {
    files[stem + ".cpp"] = printWeightLiteral(program, layout, options);
    return files;
  }
  files[stem + ".bin"] = binaryFile(program, layout);
  if (layout.form == WeightsForm::bin) files[stem + ".cpp"] = printWeightIncbin(program, options);
  return files;
}

}  // namespace mcc
