// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbol by symbol: its kind, then its name.
#include "compiler/verify/object_symbols.h"

#include <set>
#include <sstream>

#include "compiler/verify/subprocess.h"

namespace mcc {
namespace {

// libm, by the names of its functions on double; those on float have an f behind.
const std::set<std::string>& mathFunctions() {
  static const std::set<std::string> names = {
      "acos",  "acosh",    "asin",   "asinh",     "atan",   "atan2",     "atanh", "cbrt",
      "ceil",  "copysign", "cos",    "cosh",      "erf",    "erfc",      "exp",   "exp2",
      "expm1", "fabs",     "floor",  "fma",       "fmax",   "fmin",      "fmod",  "frexp",
      "hypot", "ldexp",    "lgamma", "llrint",    "log",    "log10",     "log1p", "log2",
      "logb",  "lrint",    "modf",   "nearbyint", "nan",    "nextafter", "pow",   "remainder",
      "rint",  "round",    "scalbn", "sin",       "sincos", "sinh",      "sqrt",  "tan",
      "tanh",  "tgamma",   "trunc"};
  return names;
}

bool isRuntime(const std::string& name) {
  static const std::set<std::string> kMemory = {"memcpy", "memmove", "memset", "memcmp",
                                                "_GLOBAL_OFFSET_TABLE_"};
  if (kMemory.count(name) > 0 || mathFunctions().count(name) > 0) return true;
  if (!name.empty() && name.back() == 'f') {
    return mathFunctions().count(name.substr(0, name.size() - 1)) > 0;
  }
  // libgcc and compiler-rt: __divti3, __muldc3, __popcountdi2.
  return name.rfind("__", 0) == 0 && (name.back() == '2' || name.back() == '3');
}

bool isOwn(const std::string& name, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    const std::string mangled = "_ZN" + std::to_string(id.size()) + id;
    if (name.rfind(mangled, 0) == 0 || name.rfind(id + "_", 0) == 0) return true;
    if (name == "mcc_" + id + "_weights") return true;  // taken in by .incbin
  }
  return false;
}

// Kinds as `nm` has them: T text, U undefined, R read-only data. Local functions and constants (t,
// r) are not listed.
std::string faultOf(char kind, const std::string& name, const std::vector<std::string>& ids) {
  switch (kind) {
    case 'R':  // weights in a file of their own
    case 'T':
      return isOwn(name, ids) ? "" : "defines " + name;
    case 'U':
      return isRuntime(name) ? "" : "needs " + name;
    default:
      return "has the symbol " + name + " of kind " + kind;
  }
}

}  // namespace

std::string unexpectedSymbol(const std::filesystem::path& object,
                             const std::vector<std::string>& ids, const std::string& customSpace) {
  const ProcessResult listed =
      runProcess({"sh", "-c", "nm \"$0\" | grep -v ' [tr] ' >&2", object.string()}, 60,
                 object.string() + ".nm");
  constexpr std::size_t kMost = 65536;  // bytes that runProcess keeps
  if (!listed.ok() || listed.errors.size() >= kMost) {
    return "nm listed no symbols of the object file, or too many to be read";
  }
  std::istringstream lines(listed.errors);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t kindAt = line.find_first_of("ABCDGINRSTUVWbdgirstuvwn", 17);
    if (kindAt == std::string::npos || kindAt + 2 >= line.size()) continue;
    std::string name = line.substr(kindAt + 2);
    const std::string fault = faultOf(line[kindAt], name, ids);
    const bool isCustom = line[kindAt] == 'U' && !customSpace.empty() && isOwn(name, {customSpace});
    if (!fault.empty() && !isCustom) return "the object file " + fault;
  }
  return {};
}

}  // namespace mcc
