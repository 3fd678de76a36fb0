// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of the kernels a program uses: exactly the declarations of runtime_support that they
// need, as their authors wrote them. mcc-extract computed beforehand which those are.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mcc {

struct KernelSlice {
  std::string_view header;      // "runtime_support/math/exponential.h"
  std::string_view identifier;  // the name it declares, "exp"; of a macro, its name
  bool isMacro = false;
  std::string_view text;  // comment and declaration, no newline at the end
};

struct KernelSlices {
  std::vector<std::string_view> systemIncludes;  // "cmath", ascending
  std::vector<KernelSlice> slices;  // each behind those it needs; may stand in any namespace
};

// What `roots` need on an instruction set, a row of simd/isas.def: "avx2". Roots are spelled as
// kernels.def says: functions with their types, "tanh(F32)" or "load(const float*,SomeLanes)", and
// templates by name, "gemm". A template may have arguments, "reduce<AddLanes>": the identifiers
// among them that are rows count as roots too, preferably in the form of a row reduce<AddLanes>.
// Types after a template's name are ignored; a function with one overload may go without them.
// Throws InternalError for what doesn't exist, since only printers ask.
KernelSlices kernelSlices(std::string_view isa, const std::set<std::string>& roots);

// Whether kernelSlices() knows a root on an instruction set.
bool hasKernel(std::string_view isa, std::string_view root);

// All roots of an instruction set, ascending.
std::vector<std::string_view> kernelRoots(std::string_view isa);

// A file that the slices were made from, and the hash (slice_hash.h) it had then.
struct KernelSource {
  std::string_view path;
  std::uint64_t hash = 0;
};
std::vector<KernelSource> kernelSources();

}  // namespace mcc
