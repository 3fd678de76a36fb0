// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of complex numbers, named as those of real ones; the C++ library computes most.
#pragma once

#include <complex>

namespace mcc::rt {

inline std::complex<float> complex(float re, float im) { return {re, im}; }
inline std::complex<double> complex(double re, double im) { return {re, im}; }
inline float real(std::complex<float> z) { return z.real(); }
inline double real(std::complex<double> z) { return z.real(); }
inline float imag(std::complex<float> z) { return z.imag(); }
inline double imag(std::complex<double> z) { return z.imag(); }
/// The magnitude.
inline float abs(std::complex<float> z) { return std::abs(z); }
inline double abs(std::complex<double> z) { return std::abs(z); }
inline std::complex<float> sqrt(std::complex<float> z) { return std::sqrt(z); }
inline std::complex<double> sqrt(std::complex<double> z) { return std::sqrt(z); }
inline std::complex<float> exp(std::complex<float> z) { return std::exp(z); }
inline std::complex<double> exp(std::complex<double> z) { return std::exp(z); }
inline std::complex<float> log(std::complex<float> z) { return std::log(z); }
inline std::complex<double> log(std::complex<double> z) { return std::log(z); }
inline std::complex<float> sin(std::complex<float> z) { return std::sin(z); }
inline std::complex<double> sin(std::complex<double> z) { return std::sin(z); }
inline std::complex<float> cos(std::complex<float> z) { return std::cos(z); }
inline std::complex<double> cos(std::complex<double> z) { return std::cos(z); }
inline std::complex<float> tan(std::complex<float> z) { return std::tan(z); }
inline std::complex<double> tan(std::complex<double> z) { return std::tan(z); }
inline std::complex<float> asin(std::complex<float> z) { return std::asin(z); }
inline std::complex<double> asin(std::complex<double> z) { return std::asin(z); }
inline std::complex<float> acos(std::complex<float> z) { return std::acos(z); }
inline std::complex<double> acos(std::complex<double> z) { return std::acos(z); }
inline std::complex<float> atan(std::complex<float> z) { return std::atan(z); }
inline std::complex<double> atan(std::complex<double> z) { return std::atan(z); }
inline std::complex<float> sinh(std::complex<float> z) { return std::sinh(z); }
inline std::complex<double> sinh(std::complex<double> z) { return std::sinh(z); }
inline std::complex<float> cosh(std::complex<float> z) { return std::cosh(z); }
inline std::complex<double> cosh(std::complex<double> z) { return std::cosh(z); }
inline std::complex<float> tanh(std::complex<float> z) { return std::tanh(z); }
inline std::complex<double> tanh(std::complex<double> z) { return std::tanh(z); }
inline std::complex<float> asinh(std::complex<float> z) { return std::asinh(z); }
inline std::complex<double> asinh(std::complex<double> z) { return std::asinh(z); }
inline std::complex<float> acosh(std::complex<float> z) { return std::acosh(z); }
inline std::complex<double> acosh(std::complex<double> z) { return std::acosh(z); }
inline std::complex<float> atanh(std::complex<float> z) { return std::atanh(z); }
inline std::complex<double> atanh(std::complex<double> z) { return std::atanh(z); }
inline std::complex<float> rsqrt(std::complex<float> z) { return 1.0f / std::sqrt(z); }
inline std::complex<double> rsqrt(std::complex<double> z) { return 1.0 / std::sqrt(z); }
inline std::complex<float> sigmoid(std::complex<float> z) {
  return 1.0f / (1.0f + std::exp(-z));
}
inline std::complex<double> sigmoid(std::complex<double> z) {
  return 1.0 / (1.0 + std::exp(-z));
}

/// z^0 is 1, and 0^w is 0 for w with a positive real part, where the logarithm gives NaN.
template <class T>
std::complex<T> powComplex(std::complex<T> base, std::complex<T> exponent) {
  if (exponent == T(0)) return T(1);
  if (base == T(0) && exponent.real() > T(0)) return T(0);
  return std::pow(base, exponent);
}
inline std::complex<float> pow(std::complex<float> base, std::complex<float> exponent) {
  return powComplex(base, exponent);
}
inline std::complex<double> pow(std::complex<double> base, std::complex<double> exponent) {
  return powComplex(base, exponent);
}

}  // namespace mcc::rt
