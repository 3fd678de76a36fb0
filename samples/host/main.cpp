// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the handwritten digits of a file, shows a few with what the model sees in them, and counts
// how many of them all it reads right.
#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <iterator>

#include "digits.h"

namespace {

constexpr std::size_t kPixels = 64;  // 8 x 8, of values 0 to 16
constexpr int kShown = 3;

struct Record {
  unsigned char label;
  std::array<unsigned char, kPixels> pixels;
};

// What the model holds most likely, or -1 when it could not be run.
std::ptrdiff_t classify(const Record& record) {
  alignas(digits::kArenaAlign) static unsigned char arena[digits::kArenaBytes];
  float image[1][1][8][8];
  float scores[1][10];
  std::transform(record.pixels.begin(), record.pixels.end(), &image[0][0][0][0],
                 [](unsigned char pixel) { return static_cast<float>(pixel) / 16.0F; });
  if (digits::run(image, scores, arena) != digits::Status::ok) return -1;
  return std::max_element(scores[0], scores[0] + 10) - scores[0];
}

void show(const Record& record, std::ptrdiff_t seen) {
  for (std::size_t i = 0; i < kPixels; ++i) {
    std::cout << " .:+#"[record.pixels[i] / 4] << (i % 8 == 7 ? "\n" : "");
  }
  std::cout << "written " << int{record.label} << ", read " << seen << "\n\n";
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "digits.bin", std::ios::binary);
  int images = 0;
  int right = 0;
  for (Record record; file.read(reinterpret_cast<char*>(&record), sizeof record); ++images) {
    const std::ptrdiff_t seen = classify(record);
    if (images < kShown) show(record, seen);
    right += seen == record.label ? 1 : 0;
  }
  if (images == 0) {
    std::cerr << "usage: digits_demo digits.bin\n";
    return 1;
  }
  std::cout << right << " of " << images << " images read right, " << 100.0 * right / images
            << " %\n";
  return 0;
}
