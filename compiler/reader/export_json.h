// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JSON text of an exported program to plain data.
#pragma once
#include <string>
#include <string_view>

#include "compiler/reader/export_program.h"

namespace mcc::exported {

// Reads schema major 8 (torch 2.6 and later) and 7 (torch 2.5). Lenient where writers differ:
// optional fields may be absent or null, unknown keys are ignored; unknown union tags are errors.
// `name` stands for the document in messages, "models/model.json". Throws Error with the path of
// what is wrong; warns about a newer schema.
ExportedProgram parseExportedProgram(const std::string& name, std::string_view text,
                                     Diagnostics& diagnostics);

}  // namespace mcc::exported
