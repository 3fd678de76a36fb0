// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads handwritten digits on a bare-metal Cortex-M4: no operating system, no heap. MODEL is the
// namespace of the compiled model, MODEL_HEADER its header: the same program runs both.
#include MODEL_HEADER

#include <cstdint>
#include <cstring>

#include "semihosting.h"

extern "C" const unsigned char images_begin[];  // from images.S
extern "C" const unsigned char images_end[];

namespace {

namespace model = MODEL;

constexpr std::uint32_t kPixels = 64;
constexpr std::uint32_t kClasses = 10;
constexpr std::uint32_t kUnknown = kClasses;  // when the model could not be run
constexpr std::uint32_t kShown = 5;

alignas(model::kArenaAlign) unsigned char arena[model::kArenaBytes];
std::uint32_t checksum = 0;  // of the bits of all scores

std::uint32_t classify(const unsigned char* pixels) {
  float image[kPixels];
  float scores[kClasses];
  for (std::uint32_t i = 0; i < kPixels; ++i) image[i] = static_cast<float>(pixels[i]) / 16.0F;
  model::Call call{};
  call.input = image;
  call.output = scores;
  call.arena = arena;
  if (model::run(call) != model::Status::ok) return kUnknown;
  std::uint32_t best = 0;
  for (std::uint32_t i = 0; i < kClasses; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &scores[i], sizeof bits);
    checksum = checksum * 31U + bits;
    if (scores[i] > scores[best]) best = i;
  }
  return best;
}

}  // namespace

int main() {
  using semihosting::print;
  std::uint32_t images = 0;
  std::uint32_t right = 0;
  for (const auto* record = images_begin; record < images_end; record += 1 + kPixels, ++images) {
    const std::uint32_t seen = classify(record + 1);
    right += seen == record[0] ? 1U : 0U;
    if (images >= kShown) continue;
    print("written ");
    print(record[0]);
    print(", read ");
    print(seen);
    print("\n");
  }
  print(right);
  print(" of ");
  print(images);
  print(" images read right; arena ");
  print(static_cast<std::uint32_t>(model::kArenaBytes));
  print(" bytes; checksum of the scores ");
  print(checksum);
  print("\n");
  return 0;
}
