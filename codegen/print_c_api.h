// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface of --c-api: model_c.h and the functions behind it.
#pragma once
#include <string>

#include "codegen/interface.h"

namespace mcc {

// model_c.h: macros, a typed struct with its function, and one signature for all models.
std::string printCHeader(const Program& program, const Interface& interface,
                         const PrintOptions& options);

// Definitions, for the end of model.cpp (inside no namespace).
std::string printCFunctions(const Program& program, const Interface& interface,
                            const PrintOptions& options);

// The JSON that <name>_signature() returns.
std::string signatureJson(const Program& program, const Interface& interface,
                          const PrintOptions& options);

std::string cHeaderName(const PrintOptions& options);

}  // namespace mcc
