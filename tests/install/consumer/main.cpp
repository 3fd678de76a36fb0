// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs two compiled models on the first image of a file and prints what each reads in it; then a
// third, which calls an operator that this program defines.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "blend.h"
#include "first.h"
#include "second-model.h"

// out = weight * x + (1 - weight) * y
void acme::blend(const float* x, const std::int64_t* x_sizes, const float* y, const std::int64_t*,
                 double weight, float* out, const std::int64_t*) {
  const float w = static_cast<float>(weight);
  for (std::int64_t i = 0; i < x_sizes[0] * x_sizes[1]; ++i) out[i] = w * x[i] + (1 - w) * y[i];
}

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

  const float numbers[2][3] = {{-4, -8, 0}, {4, 8, 12}};
  float blended[2][3] = {};
  alignas(blend::kArenaAlign) static unsigned char scratch[blend::kArenaBytes];
  if (blend::run(numbers, blended, scratch) != blend::Status::ok) return 1;
  std::printf("blended %g %g\n", blended[0][1], blended[1][2]);
  return 0;
}
