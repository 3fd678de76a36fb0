// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Telling the kinds of file apart that people hand to mcc, by content and never by name.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/reader/bytes.h"

namespace mcc {

enum class FileKind { zip, json };

// The kind of a file by its first bytes. Throws Error saying what it is when it is neither.
FileKind fileKindOf(const Bytes& file);

// The root folder's name with its '/', which precedes every record of an archive; empty when there
// is none. Found by the records that only an archive's root holds, since the root may bear any
// name, even "models".
std::string rootOf(const std::vector<std::string>& names);

// Throws Error unless the records (root cut off, sorted) are an exported program of the current
// container: says what they are instead, and what to do.
void checkIsProgram(const std::vector<std::string>& records, std::string_view place);

// Names of records of the form "models/<model>.json".
std::vector<std::string> programRecords(const std::vector<std::string>& records);

}  // namespace mcc
