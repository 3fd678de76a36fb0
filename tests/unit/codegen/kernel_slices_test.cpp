// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of kernel slices: fresh, complete, and nothing but what was asked for.
#include "codegen/kernel_slices.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "codegen/slice_hash.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

std::vector<std::string_view> identifiersOf(const KernelSlices& found) {
  std::vector<std::string_view> identifiers;
  for (const KernelSlice& slice : found.slices) identifiers.push_back(slice.identifier);
  return identifiers;
}

bool contains(const std::vector<std::string_view>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

TEST_CASE("the slices are those of the headers beside them") {
  CHECK(!kernelSources().empty());
  for (const KernelSource& source : kernelSources()) {
    std::ifstream in{std::string(source.path), std::ios::binary};
    std::ostringstream content;
    content << in.rdbuf();
    CAPTURE(source.path);
    REQUIRE(in);
    CHECK_MESSAGE(source.hash == sliceHash(content.str()),
                  "stale: build the target update-kernel-slices (MCC_BUILD_EXTRACT=ON)");
  }
}

TEST_CASE("a root brings what it needs and nothing else") {
  const KernelSlices found = kernelSlices("scalar", {"load(const float*,AllLanes)"});
  CHECK(identifiersOf(found) == std::vector<std::string_view>{"AllLanes", "F32", "load"});
  CHECK(found.slices[0].header == "runtime_support/simd/lanes.h");
  CHECK(found.slices[2].text.find("load(const float* p, AllLanes)") != std::string_view::npos);
}

TEST_CASE("a slice says the name that it declares") {
  for (const std::string name : {"exp", "operator+", "operator<", "operator<="}) {
    const bool isOperator = name != "exp";
    const auto slices = kernelSlices("avx2", {name + (isOperator ? "(F32,F32)" : "(F32)")}).slices;
    CHECK(slices.back().identifier == name);
  }
}

TEST_CASE("overloads are told apart") {
  const KernelSlices scalar = kernelSlices("avx2", {"tanh(float)"});
  CHECK(contains(identifiersOf(scalar), "tanh"));
  CHECK(!contains(identifiersOf(scalar), "F32"));
  CHECK(contains(identifiersOf(kernelSlices("avx2", {"tanh(F32)"})), "F32"));
}

TEST_CASE("a template serves every list of arguments, a function only its own") {
  const auto found = identifiersOf(kernelSlices("scalar", {"wrapAdd(std::int64_t,std::int64_t)"}));
  CHECK(found == std::vector<std::string_view>{"WrappingType", "wrapAdd"});
  CHECK(found == identifiersOf(kernelSlices("scalar", {"wrapAdd"})));
  CHECK(identifiersOf(kernelSlices("scalar", {"larger"})) ==
        std::vector<std::string_view>{"larger"});
  CHECK(identifiersOf(kernelSlices("scalar", {"larger<float>"})) ==
        std::vector<std::string_view>{"larger"});
  CHECK_THROWS_AS(kernelSlices("scalar", {"tanh"}), InternalError);  // which of its overloads?
}

TEST_CASE("template arguments that are rows come along, others do not") {
  const auto found = identifiersOf(kernelSlices("avx2", {"reduce<AddLanes, 4>"}));
  CHECK(contains(found, "reduce"));
  CHECK(contains(found, "AddLanes"));
  CHECK(!contains(found, "MaxLanes"));
  CHECK(!contains(identifiersOf(kernelSlices("avx2", {"reduce"})), "AddLanes"));
  // What a class needs may depend on the template it is given to.
  const auto rows = identifiersOf(kernelSlices("avx2", {"mapRows<2, SplatInput<float, 2>>"}));
  CHECK(contains(rows, "broadcast"));
  const auto each = identifiersOf(kernelSlices("avx2", {"mapRowsEach<2, SplatInput<float, 2>>"}));
  CHECK(contains(each, "SplatInput"));
  CHECK(!contains(each, "broadcast"));
}

TEST_CASE("the union of roots has no slice twice and keeps the order") {
  const std::set<std::string> both{"tanh(F32)", "exp(F32)"};
  std::vector<const char*> places;
  for (const KernelSlice& slice : kernelSlices("avx2", both).slices) {
    places.push_back(slice.text.data());
  }
  for (const std::string& root : both) {
    std::size_t from = 0;
    for (const KernelSlice& slice : kernelSlices("avx2", {root}).slices) {
      const auto at = std::find(places.begin() + static_cast<std::ptrdiff_t>(from), places.end(),
                                slice.text.data());
      REQUIRE(at != places.end());
      from = static_cast<std::size_t>(at - places.begin()) + 1;
    }
  }
  std::sort(places.begin(), places.end());
  CHECK(std::adjacent_find(places.begin(), places.end()) == places.end());
}

TEST_CASE("each instruction set has its own class and includes") {
  const KernelSlices avx2 = kernelSlices("avx2", {"exp(F32)"});
  const KernelSlices neon = kernelSlices("neon", {"exp(F32)"});
  CHECK(contains(avx2.systemIncludes, "immintrin.h"));
  CHECK(contains(neon.systemIncludes, "arm_neon.h"));
  CHECK(!contains(neon.systemIncludes, "immintrin.h"));
  CHECK(std::is_sorted(avx2.systemIncludes.begin(), avx2.systemIncludes.end()));
}

TEST_CASE("unknown roots and instruction sets are bugs of mcc's") {
  CHECK_THROWS_AS(kernelSlices("avx2", {"tanh(std::string)"}), InternalError);
  CHECK_THROWS_AS(kernelSlices("avx3", {"exp(F32)"}), InternalError);
  CHECK(hasKernel("avx2", "exp(F32)"));
  CHECK(!hasKernel("avx2", "load"));
  CHECK(!hasKernel("avx3", "exp(F32)"));
  CHECK(contains(kernelRoots("neon"), "exp(F32)"));
}

}  // namespace mcc
