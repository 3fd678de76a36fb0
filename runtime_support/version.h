// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The version of mcc and of the kernels it prints. CMakeLists.txt reads it from here.
#pragma once

#define MCC_VERSION_STRING "0.1.0"
