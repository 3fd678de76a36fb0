// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What mcc-extract knows, as plain data: what it is asked for (rows), what clang found for one
// instruction set (Extraction), and the table all of them make together. Free of clang's headers,
// so that only two files are slow to compile.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mcc::extract {

// Where things lie on this machine. None of it reaches the table.
struct Paths {
  std::string root;         // the repository
  std::string resourceDir;  // clang's own headers, as `clang -print-resource-dir` says
};

// A row of runtime_support/simd/isas.def.
struct Isa {
  std::string name;                // "avx2": defines MCC_SIMD_AVX2
  std::string triple;              // "x86_64-linux-gnu"
  std::vector<std::string> flags;  // "-mavx2" "-mfma"
};

// A row of runtime_support/kernels.def.
struct KernelRow {
  std::string key;             // "gemm"
  std::string header;          // "runtime_support/kernels/gemm.h"
  std::set<std::string> isas;  // empty: any
  std::string use;             // C++ that uses the kernel; empty: each plain function named key

  bool appliesTo(const Isa& isa) const { return isas.empty() || isas.count(isa.name) > 0; }
};

// An include of one runtime_support header by another.
struct Include {
  std::string header;
  unsigned begin = 0;  // bytes into the including header
};

struct Header {
  std::set<std::string> systemIncludes;  // "cstdint", without the brackets
  std::vector<Include> includes;
};

// A declaration at namespace scope, or a macro, as it is written. The same place in the same header
// is the same slice for every instruction set.
struct Slice {
  std::string header;
  unsigned begin = 0;     // bytes into the header
  std::string name;       // "load", "Traits<F32>"
  std::string signature;  // "(const float*,AllLanes)" of functions, otherwise empty
  std::string text;       // with the comment above; no newline at the end
};

struct Root {
  std::string key;                  // "gemm", "tanh(F32)"
  std::vector<std::size_t> slices;  // indices into Extraction::slices, ascending
};

struct Extraction {
  std::map<std::string, Header> headers;  // by path
  std::vector<Slice> slices;
  std::vector<Root> roots;
};

// The rows of the two .def files. Empty after an error, which clang has printed.
std::vector<Isa> readIsas(const Paths& paths);
std::vector<KernelRow> readKernelRows(const Paths& paths);

// Parses every kernel for one instruction set. Nothing after an error, which clang has printed.
std::optional<Extraction> extractIsa(const Paths& paths, const Isa& isa,
                                     const std::vector<KernelRow>& rows);

}  // namespace mcc::extract
