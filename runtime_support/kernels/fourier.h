// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms of rows of any size, unscaled: Stockham's scheme, which needs no reordering,
// with a pass per factor of the size; n * (sum of the factors) operations.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>

#include "runtime_support/kernels/memory.h"

namespace mcc::rt {

/// Rows of `size` >= 1 numbers (before or after the transform: the more there are).
struct FourierSizes {
  std::int64_t rows;
  std::int64_t size;
};

/// roots[k] = exp(sign * 2 pi i k / size) for k < size: what the transforms take, with sign -1
/// forward and 1 backward.
template <class T>
[[gnu::noinline]] void rootsOfUnity(std::int64_t size, double sign, std::complex<T>* roots) {
  constexpr double kTwoPi = 6.28318530717958647693;
  for (std::int64_t k = 0; k < size; ++k) {
    const double angle = kTwoPi * static_cast<double>(k) / static_cast<double>(size);
    roots[k] = {static_cast<T>(std::cos(angle)), static_cast<T>(sign * std::sin(angle))};
  }
}

/// The product without C's care for infinities.
template <class T>
std::complex<T> rotate(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// One pass: x is [factor][blocks][stride], y [blocks][factor][stride]; roots[i * step] is the i-th
/// power of the root of order factor * blocks.
struct FourierPass {
  std::int64_t factor;
  std::int64_t blocks;
  std::int64_t stride;
  std::int64_t step;
};

template <class T>
void fourierPass2(const FourierPass& pass, const std::complex<T>* roots, const std::complex<T>* x,
                  std::complex<T>* y) {
  const std::int64_t half = pass.blocks * pass.stride;
  for (std::int64_t q = 0; q < pass.blocks; ++q) {
    const std::complex<T> root = roots[q * pass.step];
    const std::complex<T>* const from = x + q * pass.stride;
    std::complex<T>* const to = y + 2 * q * pass.stride;
    for (std::int64_t j = 0; j < pass.stride; ++j) {
      const std::complex<T> a = from[j];
      const std::complex<T> b = from[half + j];
      to[j] = a + b;
      to[pass.stride + j] = rotate(a - b, root);
    }
  }
}

template <class T>
void fourierPass4(const FourierPass& pass, const std::complex<T>* roots, const std::complex<T>* x,
                  std::complex<T>* y) {
  const std::int64_t quarter = pass.blocks * pass.stride;
  const T turn = roots[pass.blocks * pass.step].imag();  // of the root of order 4: 1 or -1
  for (std::int64_t q = 0; q < pass.blocks; ++q) {
    const std::complex<T> root1 = roots[q * pass.step];
    const std::complex<T> root2 = roots[2 * q * pass.step];
    const std::complex<T> root3 = roots[3 * q * pass.step];
    const std::complex<T>* const from = x + q * pass.stride;
    std::complex<T>* const to = y + 4 * q * pass.stride;
    for (std::int64_t j = 0; j < pass.stride; ++j) {
      const std::complex<T> even = from[j] + from[2 * quarter + j];
      const std::complex<T> less = from[j] - from[2 * quarter + j];
      const std::complex<T> odd = from[quarter + j] + from[3 * quarter + j];
      const std::complex<T> rest = from[quarter + j] - from[3 * quarter + j];
      const std::complex<T> turned(-rest.imag() * turn, rest.real() * turn);
      to[j] = even + odd;
      to[pass.stride + j] = rotate(less + turned, root1);
      to[2 * pass.stride + j] = rotate(even - odd, root2);
      to[3 * pass.stride + j] = rotate(less - turned, root3);
    }
  }
}

template <class T>
void fourierPassAny(const FourierPass& pass, const std::complex<T>* roots,
                    const std::complex<T>* x, std::complex<T>* y) {
  const std::int64_t part = pass.blocks * pass.stride;
  const std::int64_t order = pass.factor * pass.blocks;
  for (std::int64_t q = 0; q < pass.blocks; ++q) {
    for (std::int64_t k = 0; k < pass.factor; ++k) {
      const std::complex<T>* const from = x + q * pass.stride;
      std::complex<T>* const to = y + (q * pass.factor + k) * pass.stride;
      const std::int64_t first = q * k;         // power of the root for r = 0 ...
      const std::int64_t more = k * pass.blocks;  // ... and from one r to the next
      for (std::int64_t j = 0; j < pass.stride; ++j) {
        std::complex<T> sum(T(0), T(0));
        std::int64_t power = first;
        for (std::int64_t r = 0; r < pass.factor; ++r) {
          sum += rotate(from[r * part + j], roots[power * pass.step]);
          power += more;
          if (power >= order) power -= order;
        }
        to[j] = sum;
      }
    }
  }
}

/// A factor of n > 1: 4, else the smallest.
constexpr std::int64_t fourierFactor(std::int64_t n) {
  if (n % 4 == 0) return 4;
  std::int64_t factor = 2;
  while (n % factor != 0) factor += factor * factor < n ? 1 : n - factor;
  return factor;
}

/// How many passes a size takes.
constexpr std::int64_t fourierPasses(std::int64_t n) {
  std::int64_t passes = 0;
  for (; n > 1; n /= fourierFactor(n)) ++passes;
  return passes;
}

/// Transforms the `size` numbers in `a`; returns where the result is, a or b (which it is after
/// an odd number of passes). roots[i * step] is the i-th power of the root of order `size`.
template <class T>
std::complex<T>* fourierRow(std::int64_t size, const std::complex<T>* roots, std::int64_t step,
                            std::complex<T>* a, std::complex<T>* b) {
  FourierPass pass{1, size, 1, step};
  while (pass.blocks > 1) {
    pass.factor = fourierFactor(pass.blocks);
    pass.blocks /= pass.factor;
    if (pass.factor == 2) {
      fourierPass2(pass, roots, a, b);
    } else if (pass.factor == 4) {
      fourierPass4(pass, roots, a, b);
    } else {
      fourierPassAny(pass, roots, a, b);
    }
    pass.stride *= pass.factor;
    pass.step *= pass.factor;
    std::complex<T>* const next = a;
    a = b;
    b = next;
  }
  return a;
}

/// x and y [rows][size]; roots [size]; scratch [size].
template <class T>
[[gnu::noinline]] void fft(const FourierSizes& sizes, const std::complex<T>* roots,
                           const std::complex<T>* x, std::complex<T>* y,
                           std::complex<T>* scratch) {
  const bool isOdd = fourierPasses(sizes.size) % 2 != 0;
  for (std::int64_t i = 0; i < sizes.rows; ++i) {
    std::complex<T>* const out = y + i * sizes.size;
    copy(x + i * sizes.size, isOdd ? scratch : out, sizes.size);
    fourierRow(sizes.size, roots, 1, isOdd ? scratch : out, isOdd ? out : scratch);
  }
}

/// x [rows][size] to the size / 2 + 1 numbers that are not mirrored; roots [size]; scratch
/// [2 * size], or [size] when that is even. Even sizes: neighbours are transformed as one complex
/// number, and the parts of even and odd elements told apart by symmetry.
template <class T>
[[gnu::noinline]] void rfft(const FourierSizes& sizes, const std::complex<T>* roots, const T* x,
                            std::complex<T>* y, std::complex<T>* scratch) {
  const std::int64_t n = sizes.size;
  const bool isEven = n % 2 == 0;
  const std::int64_t half = isEven ? n / 2 : n;
  for (std::int64_t i = 0; i < sizes.rows; ++i) {
    const T* const row = x + i * n;
    std::complex<T>* const out = y + i * (n / 2 + 1);
    for (std::int64_t j = 0; j < half; ++j) {
      scratch[j] = isEven ? std::complex<T>(row[2 * j], row[2 * j + 1]) : row[j];
    }
    const std::complex<T>* const z =
        fourierRow(half, roots, n / half, scratch, scratch + half);
    if (!isEven) {
      copy(z, out, n / 2 + 1);
      continue;
    }
    for (std::int64_t k = 0; k <= half; ++k) {
      const std::complex<T> a = z[k % half];
      const std::complex<T> b = std::conj(z[(half - k) % half]);
      const std::complex<T> odd = rotate(a - b, k < half ? roots[k] : std::complex<T>(-1));
      out[k] = {(a.real() + b.real() + odd.imag()) / 2, (a.imag() + b.imag() - odd.real()) / 2};
    }
  }
}

/// x [rows][size / 2 + 1] to y [rows][size]: undoes rfft but for a factor of `size`. The imaginary
/// parts of the first and, for even sizes, of the last number don't count. Otherwise as rfft.
template <class T>
[[gnu::noinline]] void irfft(const FourierSizes& sizes, const std::complex<T>* roots,
                             const std::complex<T>* x, T* y, std::complex<T>* scratch) {
  const std::int64_t n = sizes.size;
  const bool isEven = n % 2 == 0;
  const std::int64_t half = isEven ? n / 2 : n;
  for (std::int64_t i = 0; i < sizes.rows; ++i) {
    const std::complex<T>* const row = x + i * (n / 2 + 1);
    T* const out = y + i * n;
    for (std::int64_t k = 0; k < half; ++k) {
      const bool isMirrored = !isEven && k > n / 2;
      std::complex<T> a = isMirrored ? std::conj(row[n - k]) : row[k];
      if (k == 0) a = a.real();
      scratch[k] = a;
      if (!isEven) continue;
      const std::complex<T> b = k == 0 ? row[half].real() : std::conj(row[half - k]);
      const std::complex<T> odd = rotate(a - b, roots[k]);
      scratch[k] = {a.real() + b.real() - odd.imag(), a.imag() + b.imag() + odd.real()};
    }
    const std::complex<T>* const z =
        fourierRow(half, roots, n / half, scratch, scratch + half);
    for (std::int64_t j = 0; j < n; ++j) {
      out[j] = isEven && j % 2 != 0 ? z[j / 2].imag() : z[isEven ? j / 2 : j].real();
    }
  }
}

}  // namespace mcc::rt
