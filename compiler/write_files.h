// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing all output files, or none.
#pragma once
#include "codegen/file_text.h"

namespace mcc {

// By path. Every file is written beside its place first and moved there when all of them are
// complete; Error (and nothing left behind) when one can't be. Missing folders are made.
void writeFiles(const Files& files);

}  // namespace mcc
