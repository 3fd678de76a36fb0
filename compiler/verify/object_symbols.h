// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an object file of generated code may define and use.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace mcc {

// Looks through the symbols of an object file, by `nm`: it may define nothing but functions of the
// models `ids` (their namespaces and C interfaces), and use memory functions, libm and the
// compiler's run-time library, and what is in namespace `customSpace`: the user's operators.
// Returns what is wrong with the first other symbol; empty: nothing.
std::string unexpectedSymbol(const std::filesystem::path& object,
                             const std::vector<std::string>& ids,
                             const std::string& customSpace = {});

}  // namespace mcc
