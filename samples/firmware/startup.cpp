// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From reset to main: the vector table, memory as C++ expects it, the floating-point unit.
#include <cstdint>

#include "semihosting.h"

int main();

extern "C" {
extern std::uint32_t stack_top;  // from link.ld
extern std::uint32_t data_load;
extern std::uint32_t data_start;
extern std::uint32_t data_end;
extern std::uint32_t bss_start;
extern std::uint32_t bss_end;
[[noreturn]] void reset();
}

namespace {

// Every fault ends here: a sample has nobody to report to but the debugger.
[[noreturn]] void fault() {
  semihosting::print("fault\n");
  semihosting::leave(false);
}

void enableFloatingPoint() {
  // Coprocessor access control register: full access to CP10 and CP11 (ARMv7-M manual, B3.2.20).
  auto* const cpacr = reinterpret_cast<volatile std::uint32_t*>(0xE000ED88U);
  *cpacr = *cpacr | (0xFU << 20U);
  asm volatile("dsb\n\tisb" ::: "memory");
}

using Handler = void (*)();

struct VectorTable {
  const void* stack;
  Handler handlers[15];
};

[[gnu::section(".vectors"), gnu::used]] const VectorTable vectors{
    &stack_top,
    {reset, fault, fault, fault, fault, fault, nullptr, nullptr, nullptr, nullptr, fault, fault,
     nullptr, fault, fault}};

}  // namespace

void reset() {
  enableFloatingPoint();
  const std::uint32_t* load = &data_load;
  for (std::uint32_t* word = &data_start; word < &data_end; ++word) *word = *load++;
  for (std::uint32_t* word = &bss_start; word < &bss_end; ++word) *word = 0;
  semihosting::leave(main() == 0);
}
