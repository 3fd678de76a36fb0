// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions that <cmath> lacks, in double; as torch.special defines them.
#pragma once

namespace mcc::special {

double lgamma(double x);    // log |gamma(x)|
double digamma(double x);   // d/dx log gamma(x); 0: infinite, negative integers: NaN
double erfinv(double y);    // inverse of erf on [-1, 1]
double besselI0(double x);  // modified Bessel function of order 0
double logNdtr(double x);   // log of the normal distribution function
double ndtri(double p);     // inverse of the normal distribution function on [0, 1]

}  // namespace mcc::special
