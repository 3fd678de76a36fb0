// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pickle would call. mcc runs none; it only says what loading one in Python would do.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/reader/bytes.h"

namespace mcc {

// Functions and classes that a pickle imports, "posix.system", in their order. Stops at the first
// byte that makes no sense. Source of the opcodes: Python's Lib/pickletools.py, protocols 0 to 5.
std::vector<std::string> importsOfPickle(std::string_view pickle);

// Throws Error when the pickle inside a file of torch.save would import more than tensors need.
void checkSavedFile(std::string_view record, const Bytes& file);

}  // namespace mcc
