// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the printer and the parser of the textual IR share: words, quoted strings, numbers.
// Private to text*.cpp.
#pragma once
#include <string>
#include <string_view>

#include "ir/types.h"

namespace mcc::syntax {

// Constants of at most this many elements are printed where they stand, others as a hash.
inline constexpr std::int64_t kInlineElements = 8;

inline constexpr int kMaxNesting = 64;  // of regions and of lists

bool isDigit(char c);
bool isWordChar(char c);                // letters of ASCII, digits, _
bool isWord(std::string_view text);     // not empty, and not beginning with a digit
bool isReserved(std::string_view word);  // what can begin an attribute, as none, inf or f32

std::string quoted(const std::string& text);      // "…", with \n \t \" \\ \xHH: ASCII only
std::string wordOrQuoted(const std::string& text);

// Shortest text that reads back the same; with a point or an exponent; or inf, -inf, nan.
std::string realText(double value);
std::string realText(float value);

}  // namespace mcc::syntax
