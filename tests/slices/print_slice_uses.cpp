// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints, for one instruction set, every root's slices in a namespace of its own together with a
// use of it. Compiled with warnings as errors, that proves the slices complete and none of them
// unused.
#include <cctype>
#include <iostream>
#include <map>

#include "codegen/kernel_slices.h"

namespace {

// Whether "any" or "(avx2, avx512)" includes an instruction set.
bool applies(const std::string& isas, std::string_view isa) {
  if (isas == "any") return true;
  std::string words;
  for (const char c : isas) words += std::isalnum(static_cast<unsigned char>(c)) ? c : ' ';
  return words.find(" " + std::string(isa) + " ") != std::string::npos;
}

// The uses that kernels.def states for an instruction set, by key.
std::map<std::string, std::string> statedUses(std::string_view isa) {
  std::map<std::string, std::string> uses;
#define MCC_KERNEL(key, header, isas, ...) \
  if (applies(#isas, isa)) uses[#key] += #__VA_ARGS__;
#include "runtime_support/kernels.def"
  return uses;
}

// A value from nowhere: the program is compiled, never linked.
constexpr const char* kProbe = R"(#include <type_traits>
void* nowhere();
template <class T>
T probe() {
  return static_cast<T>(*static_cast<std::remove_reference_t<T>*>(nowhere()));
}
)";

// "tanh(F32)": "static_cast<void>(tanh(probe<F32>()));".
std::string callOf(std::string_view key) {
  const std::size_t open = key.rfind('(');
  std::string call = "static_cast<void>(" + std::string(key.substr(0, open + 1));
  std::string_view types = key.substr(open + 1, key.size() - open - 2);
  while (!types.empty()) {
    const std::size_t end = std::min(types.find(','), types.size());
    call += "probe<" + std::string(types.substr(0, end)) + ">()";
    types.remove_prefix(std::min(end + 1, types.size()));
    if (!types.empty()) call += ", ";
  }
  return call + "))";
}

void printUses(std::string_view isa) {
  const std::vector<std::string_view> roots = mcc::kernelRoots(isa);
  for (const auto include : mcc::kernelSlices(isa, {roots.begin(), roots.end()}).systemIncludes) {
    std::cout << "#include <" << include << ">\n";
  }
  std::cout << kProbe;
  const auto uses = statedUses(isa);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::string root(roots[i]);
    const auto use = uses.find(root);
    std::cout << "\n// ---- " << root << "\nnamespace root" << i << " {\nnamespace {\n";
    for (const mcc::KernelSlice& slice : mcc::kernelSlices(isa, {root}).slices) {
      std::cout << "\n" << slice.text << "\n";
    }
    std::cout << "\n}  // namespace\nvoid use();\nvoid use() {\n  "
              << (use == uses.end() ? callOf(root) : use->second) << ";\n}\n}\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: print_slice_uses ISA\n";
    return 1;
  }
  printUses(argv[1]);
  return 0;
}
