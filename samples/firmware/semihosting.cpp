// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arm's semihosting calls (their number in r0, an argument in r1), as in the document "Semihosting
// for AArch32 and AArch64" of Arm.
#include "semihosting.h"

namespace semihosting {
namespace {

constexpr std::uint32_t kWrite0 = 0x04;     // argument: a text that ends with a zero
constexpr std::uint32_t kException = 0x18;  // argument: why the program ends
constexpr std::uintptr_t kApplicationExit = 0x20026;
constexpr std::uintptr_t kRunTimeError = 0x20023;

void request(std::uint32_t number, std::uintptr_t argument) {
  register std::uint32_t r0 asm("r0") = number;
  register std::uintptr_t r1 asm("r1") = argument;
  asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

}  // namespace

void print(const char* text) {
  request(kWrite0, reinterpret_cast<std::uintptr_t>(text));
}

void print(std::uint32_t number) {
  char digits[11] = {};
  char* at = digits + 10;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  print(at);
}

void leave(bool well) {
  request(kException, well ? kApplicationExit : kRunTimeError);
  for (;;) {
  }
}

}  // namespace semihosting
