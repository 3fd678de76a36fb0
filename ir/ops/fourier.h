// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The discrete Fourier transform behind fft, rfft and irfft.
#pragma once
#include <complex>
#include <vector>

namespace mcc {

// X[k] = sum of x[j] exp(sign * 2 pi i j k / n), unscaled; any n. sign: -1 forward, +1 inverse.
std::vector<std::complex<double>> fourierTransform(const std::vector<std::complex<double>>& x,
                                                   double sign);

}  // namespace mcc
