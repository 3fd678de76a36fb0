// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main program of a batch, as text: reads calls from a file, writes what the models answer.
#pragma once

namespace mcc {

// Numbers are int64, little-endian. Request: per case its index, 1 when stateful, the number of
// calls; per call the number of inputs and for each its bytes and data, the number of outputs and
// their room, the number of symbols and their values. Answer: per case its index; per call the
// status, the symbols, the outputs and the inputs, each with its bytes. The arena is filled with a
// pattern before every call.
constexpr const char* kHarnessMain = R"cpp(
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace harness {

std::FILE* in;
std::FILE* out;

std::int64_t number() {
  std::int64_t value = 0;
  if (std::fread(&value, 8, 1, in) != 1) return -1;
  return value;
}

void put(std::int64_t value) { std::fwrite(&value, 8, 1, out); }

struct Block {
  std::size_t bytes;
  void* data;
};

Block block(std::size_t bytes) {
  const std::size_t rounded = (bytes + 63) / 64 * 64;
  void* const base = std::aligned_alloc(64, rounded == 0 ? 64 : rounded);
  // Right-aligned to 16, so that reads behind the end are seen by sanitizers.
  return {bytes, base};
}

void runCall(const Row& row, void* state, void* arena, int pattern) {
  std::vector<Block> inputs, outputs;
  std::vector<const void*> inputPointers;
  std::vector<void*> outputPointers;
  for (std::int64_t n = number(); n > 0; --n) {
    inputs.push_back(block(static_cast<std::size_t>(number())));
    if (inputs.back().bytes > 0 &&
        std::fread(inputs.back().data, inputs.back().bytes, 1, in) != 1) std::exit(3);
    inputPointers.push_back(inputs.back().data);
  }
  for (std::int64_t n = number(); n > 0; --n) {
    outputs.push_back(block(static_cast<std::size_t>(number())));
    std::memset(outputs.back().data, 0xA5, outputs.back().bytes);
    outputPointers.push_back(outputs.back().data);
  }
  std::vector<std::int64_t> dims(static_cast<std::size_t>(number()));
  for (std::int64_t& dim : dims) dim = number();
  std::memset(arena, pattern, row.arenaBytes());
  put(row.run(inputPointers.data(), outputPointers.data(), dims.data(), state, arena, nullptr));
  put(static_cast<std::int64_t>(dims.size()));
  for (const std::int64_t dim : dims) put(dim);
  for (const std::vector<Block>* blocks : {&outputs, &inputs}) {
    put(static_cast<std::int64_t>(blocks->size()));
    for (const Block& one : *blocks) {
      put(static_cast<std::int64_t>(one.bytes));
      std::fwrite(one.data, 1, one.bytes, out);
      std::free(one.data);
    }
  }
}

void runCase(const Row& row) {
  const bool stateful = number() != 0;
  const std::int64_t calls = number();
  void* const state = std::aligned_alloc(64, (row.stateBytes() + 64) / 64 * 64);
  void* const arena = std::aligned_alloc(64, (row.arenaBytes() + 64) / 64 * 64);
  const int patterns[] = {0x00, 0xFF, 0x55};
  row.reset(state);
  for (std::int64_t k = 0; k < calls; ++k) {
    if (!stateful) row.reset(state);
    runCall(row, state, arena, patterns[k % 3]);
  }
  std::free(state);
  std::free(arena);
  std::fflush(out);
}

}  // namespace harness

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  harness::in = std::fopen(argv[1], "rb");
  harness::out = std::fopen(argv[2], "wb");
  if (harness::in == nullptr || harness::out == nullptr) return 2;
  for (std::int64_t index = harness::number(); index >= 0; index = harness::number()) {
    harness::put(index);
    harness::runCase(kRows[index]);
  }
  std::fclose(harness::out);
  return 0;
}
)cpp";

}  // namespace mcc
