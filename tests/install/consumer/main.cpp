// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs two compiled models on the first image of a file and prints what each reads in it.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "first.h"
#include "second-model.h"

namespace {

constexpr std::size_t kArena = std::max(first::kArenaBytes, second::kArenaBytes);
constexpr std::size_t kAlign = std::max(first::kArenaAlign, second::kArenaAlign);

long best(const float (&scores)[10]) { return std::max_element(scores, scores + 10) - scores; }

}  // namespace

int main(int argc, char** argv) {
  char record[65] = {};
  if (argc < 2 || !std::ifstream(argv[1], std::ios::binary).read(record, sizeof record)) return 1;
  float image[64];
  for (int i = 0; i < 64; ++i) image[i] = static_cast<float>(record[1 + i]) / 16.0F;

  alignas(kAlign) static unsigned char arena[kArena];  // the models take turns
  float scores[2][10] = {};
  first::Call one{};
  one.input = image;
  one.output = scores[0];
  one.arena = arena;
  second::Call two{};
  two.input = image;
  two.output = scores[1];
  two.arena = arena;
  if (first::run(one) != first::Status::ok || second::run(two) != second::Status::ok) return 1;
  std::printf("first reads %ld, second reads %ld\n", best(scores[0]), best(scores[1]));
  return 0;
}
