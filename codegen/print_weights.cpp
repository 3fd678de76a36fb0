// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout and text of weights. Never decimal floats: they take compilers ten times as long.
#include "codegen/print_weights.h"

#include <array>
#include <cstring>

#include "codegen/print_header.h"

namespace mcc {

std::int64_t weightBytes(const Program& program) {
  std::int64_t bytes = 0;
  for (const TensorRef& constant : program.constants) bytes += constant->bytes();
  return bytes;
}

namespace {

// `automatic` made concrete for this program and target.
WeightsForm chooseForm(const Program& program, const PrintOptions& options) {
  constexpr std::int64_t kArrayLimit = std::int64_t{256} << 10;
  constexpr std::int64_t kLiteralLimit = std::int64_t{16} << 20;
  if (options.weights != WeightsForm::automatic) return options.weights;
  const std::int64_t bytes = weightBytes(program);
  if (program.target->isoCpp || bytes <= kArrayLimit) return WeightsForm::array;
  return bytes <= kLiteralLimit ? WeightsForm::literal : WeightsForm::bin;
}

}  // namespace

WeightLayout layoutWeights(const Program& program, const PrintOptions& options) {
  WeightLayout layout;
  layout.form = chooseForm(program, options);
  const bool isOutside = layout.form == WeightsForm::bin || layout.form == WeightsForm::pointer;
  if (isOutside) layout.bytes = WeightLayout::kAlignment;
  for (const TensorRef& constant : program.constants) {
    layout.offsets.push_back(layout.bytes);
    const std::int64_t units =
        (constant->bytes() + WeightLayout::kAlignment - 1) / WeightLayout::kAlignment;
    layout.bytes += units * WeightLayout::kAlignment;
  }
  return layout;
}

std::uint64_t layoutHash(const Program& program, const WeightLayout& layout) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a over words
  const auto mix = [&](std::int64_t word) {
    hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x100000001b3u;
  };
  for (std::size_t i = 0; i < program.constants.size(); ++i) {
    mix(layout.offsets[i]);
    mix(static_cast<std::int64_t>(program.constants[i]->dtype()));
    for (const std::int64_t size : program.constants[i]->shape()) mix(size);
  }
  return hash;
}

std::string weightBlob(const Program& program, const WeightLayout& layout) {
  std::string blob(static_cast<std::size_t>(layout.bytes), '\0');
  if (layout.form == WeightsForm::bin || layout.form == WeightsForm::pointer) {
    const std::uint64_t hash = layoutHash(program, layout);
    std::memcpy(blob.data(), &hash, sizeof hash);
  }
  for (std::size_t i = 0; i < program.constants.size(); ++i) {
    const Tensor& constant = *program.constants[i];
    if (constant.bytes() == 0) continue;
    std::memcpy(blob.data() + layout.offsets[i], constant.data(),
                static_cast<std::size_t>(constant.bytes()));
  }
  return blob;
}

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

void printArray(CodeWriter& writer, const Program& program, const WeightLayout& layout) {
  const std::string blob = weightBlob(program, layout);
  if (blob.empty()) return writer.line("alignas(64) constexpr std::uint64_t kWeights[1] = {0};");
  const std::size_t words = blob.size() / 8;
  writer.line("alignas(64) constexpr std::uint64_t kWeights[" + std::to_string(words) + "] = {");
  std::string row;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, blob.data() + 8 * i, 8);
    std::string item;
    appendHex(item, word);
    item += ',';
    if (row.size() + item.size() + 5 > 100) {
      writer.line("   " + row);
      row.clear();
    }
    row += " " + item;
  }
  if (!row.empty()) writer.line("   " + row);
  writer.line("};");
}

std::string incbinSymbol(const PrintOptions& options) {
  return "mcc_" + options.name + "_weights";
}

}  // namespace

void printWeights(CodeWriter& writer, const Program& program, const WeightLayout& layout,
                  const PrintOptions& options) {
  switch (layout.form) {
    case WeightsForm::bin:
      writer.line("extern const unsigned char kWeights[" + std::to_string(layout.bytes) + "]");
      writer.line("    asm(\"" + incbinSymbol(options) +
                  "\") __attribute__((visibility(\"hidden\")));");
      return;
    case WeightsForm::literal:
      writer.line("extern const unsigned char kWeights[" + std::to_string(layout.bytes + 1) + "];");
      return;
    case WeightsForm::pointer:
      return;
    case WeightsForm::array:
    case WeightsForm::automatic:
      return printArray(writer, program, layout);
  }
}

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

std::string printWeightLiteral(const Program& program, const WeightLayout& layout,
                               const PrintOptions& options) {
  const std::string blob = weightBlob(program, layout);
  CodeWriter head;
  printBanner(head, program, options, "weights");
  std::string out = head.text();
  out += "namespace " + options.name + " {\n";
  out += "extern const unsigned char kWeights[" + std::to_string(layout.bytes + 1) + "];\n";
  out += "alignas(64) const unsigned char kWeights[" + std::to_string(layout.bytes + 1) + "] =\n";
  out.reserve(out.size() + 3 * blob.size());  // random bytes take 2.9 characters
  std::size_t column = 0;
  for (std::size_t i = 0; i < blob.size(); ++i) {
    if (column == 0) out += "    \"";
    const auto byte = static_cast<unsigned char>(blob[i]);
    const char next = i + 1 < blob.size() ? blob[i + 1] : 'x';
    const bool plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\' && byte != '?';
    if (plain) {
      out += static_cast<char>(byte);
      column += 1;
    } else {
      // Octal escapes end after three digits or at a non-digit.
      const bool full = next >= '0' && next <= '7';
      out += '\\';
      if (full || byte >= 64) out += static_cast<char>('0' + (byte >> 6));
      if (full || byte >= 8) out += static_cast<char>('0' + ((byte >> 3) & 7));
      out += static_cast<char>('0' + (byte & 7));
      column += full || byte >= 64 ? 4 : (byte >= 8 ? 3 : 2);
    }
    if (column >= 88 || i + 1 == blob.size()) {
      out += "\"\n";
      column = 0;
    }
  }
  if (blob.empty()) out += "    \"\"\n";
  out += "    ;\n}  // namespace " + options.name + "\n";
  return out;
}

}  // namespace mcc
