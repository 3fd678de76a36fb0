// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of namespace demo that programs of the corpus call (models, programs/custom_op*),
// as a user of mcc would write them. Every tensor there has two dimensions. Included in the
// generated programs that mcc-corpus builds.
#include <cstdint>

namespace demo {

// out[i][j] = alpha * x[i][j] + y[i][(j - shift) mod n].
void scale_add(const float* x, const std::int64_t* x_sizes, const float* y,
               const std::int64_t* y_sizes, double alpha, std::int64_t shift, float* out,
               const std::int64_t* out_sizes) {
  static_cast<void>(y_sizes);
  static_cast<void>(out_sizes);
  const std::int64_t n = x_sizes[1];
  for (std::int64_t i = 0; i < x_sizes[0]; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      const std::int64_t from = ((j - shift) % n + n) % n;
      out[i * n + j] = static_cast<float>(alpha) * x[i * n + j] + y[i * n + from];
    }
  }
}

// The same with shift at its default.
void scale_add(const float* x, const std::int64_t* x_sizes, const float* y,
               const std::int64_t* y_sizes, double alpha, float* out,
               const std::int64_t* out_sizes) {
  scale_add(x, x_sizes, y, y_sizes, alpha, 0, out, out_sizes);
}

// The smallest and the largest element of each row.
void min_max(const float* x, const std::int64_t* x_sizes, float* out, const std::int64_t* out_sizes,
             float* out_1, const std::int64_t* out_1_sizes) {
  static_cast<void>(out_sizes);
  static_cast<void>(out_1_sizes);
  for (std::int64_t i = 0; i < x_sizes[0]; ++i) {
    out[i] = out_1[i] = x[i * x_sizes[1]];
    for (std::int64_t j = 1; j < x_sizes[1]; ++j) {
      const float value = x[i * x_sizes[1] + j];
      if (value < out[i]) out[i] = value;
      if (value > out_1[i]) out_1[i] = value;
    }
  }
}

}  // namespace demo
