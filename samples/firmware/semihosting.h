// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output through the debugger or the emulator, for a board without a console.
#pragma once

#include <cstdint>

namespace semihosting {

void print(const char* text);
void print(std::uint32_t number);

/// Ends the program; the emulator's exit status tells whether it went well.
[[noreturn]] void leave(bool well);

}  // namespace semihosting
