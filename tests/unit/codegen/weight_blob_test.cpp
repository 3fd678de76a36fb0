// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blob's bytes against a plain concatenation, and the literal against an own reading of C.
#include <doctest/doctest.h>

#include <cstring>
#include <random>

#include "codegen/print_weights.h"
#include "ir/target.h"

namespace mcc::test {
namespace {

TensorRef randomBytes(std::int64_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  Tensor tensor(DType::u8, {size});
  for (std::int64_t i = 0; i < size; ++i) tensor.setInteger(i, static_cast<std::uint8_t>(random()));
  return std::make_shared<const Tensor>(std::move(tensor));
}

// Constants that end before, at and behind the borders of 64 bytes and of a block.
Program programOf(const std::vector<std::int64_t>& sizes) {
  Program program;
  program.target = findTarget("generic");
  for (const std::int64_t size : sizes) {
    program.constants.push_back(randomBytes(size, static_cast<std::uint32_t>(size) + 1));
  }
  return program;
}

const std::vector<std::int64_t> kSizes = {0, 1, 63, 64, 0, 65, 70000, 65536, 200001, 3};

std::string concatenated(const Program& program, std::size_t header) {
  std::string out(header, '\0');
  for (const TensorRef& constant : program.constants) {
    out.append(reinterpret_cast<const char*>(constant->data()),
               static_cast<std::size_t>(constant->bytes()));
    out.resize((out.size() + 63) / 64 * 64);
  }
  return out;
}

std::string blobOf(const Program& program, const WeightLayout& layout) {
  std::string out;
  WeightBlob(program, layout).forEachBlock([&](std::span<const std::byte> block) {
    CHECK(block.size() % 64 == 0);
    out.append(reinterpret_cast<const char*>(block.data()), block.size());
  });
  return out;
}

PrintOptions optionsFor(WeightsForm form) {
  PrintOptions options;
  options.name = options.stem = "net";
  options.weights = form;
  return options;
}

// What the adjacent string literals of `text` from `start` on hold.
std::string readLiterals(const std::string& text, std::size_t start) {
  std::string out;
  bool isInside = false;
  for (std::size_t i = start; i < text.size(); ++i) {
    if (text[i] == '"') {
      isInside = !isInside;
    } else if (isInside && text[i] == '\\') {
      int value = 0;
      for (int digits = 0; digits < 3 && text[i + 1] >= '0' && text[i + 1] <= '7'; ++digits) {
        value = 8 * value + (text[++i] - '0');
      }
      out += static_cast<char>(value);
    } else if (isInside) {
      out += text[i];
    }
  }
  return out;
}

void checkColumns(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    REQUIRE(end - at <= 100);
    at = end + 1;
  }
}

}  // namespace

TEST_CASE("the blob holds every constant at its offset, and zeros between them") {
  const Program program = programOf(kSizes);
  const WeightLayout layout = layoutWeights(program, optionsFor(WeightsForm::array));
  CHECK(blobOf(program, layout) == concatenated(program, 0));
  CHECK(blobOf(programOf({}), {}) == "");
}

TEST_CASE("a blob in a file of its own begins with the layout's hash") {
  const Program program = programOf(kSizes);
  const WeightLayout layout = layoutWeights(program, optionsFor(WeightsForm::bin));
  std::string wanted = concatenated(program, 64);
  const std::uint64_t hash = layoutHash(program, layout);
  std::memcpy(wanted.data(), &hash, sizeof hash);
  CHECK(blobOf(program, layout) == wanted);
}

TEST_CASE("a string literal reads back as the blob") {
  const Program program = programOf(kSizes);
  const PrintOptions options = optionsFor(WeightsForm::literal);
  const WeightLayout layout = layoutWeights(program, options);
  const std::string text = weightFiles(program, layout, options).at("net_weights.cpp").text();
  CHECK(readLiterals(text, text.find("] =\n")) == concatenated(program, 0));
  checkColumns(text);
}

TEST_CASE("an array reads back as the blob") {
  const Program program = programOf(kSizes);
  const PrintOptions options = optionsFor(WeightsForm::array);
  FileText file;
  printWeights(file, program, layoutWeights(program, options), options);
  const std::string text = file.text();
  std::string read;
  for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at + 2)) {
    const std::uint64_t word = std::stoull(text.substr(at + 2, 16), nullptr, 16);
    read.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  CHECK(read == concatenated(program, 0));
  checkColumns(text);
}

}  // namespace mcc::test
