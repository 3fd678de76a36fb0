// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// model.h: what a model's users see.
#pragma once
#include <string>

#include "codegen/interface.h"

namespace mcc {

std::string printHeader(const Program& program, const Interface& interface,
                        const PrintOptions& options);

// The comment that opens every printed file.
void printBanner(CodeWriter& writer, const Program& program, const PrintOptions& options,
                 const std::string& what);

const char* mccVersion();  // "0.1.0"

// Bytes of all weights, as laid out.
std::int64_t weightBytes(const Program& program);

}  // namespace mcc
