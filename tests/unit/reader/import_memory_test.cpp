// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the importer notes of strides and offsets where a program reads memory by its own strides.
#include "compiler/reader/import_memory.h"

#include <doctest/doctest.h>

#include "ir/verify.h"
#include "tests/unit/reader/import_case.h"

using namespace mcc;
using namespace mcc::test;

namespace {

// x, then as_strided of it; the file records these strides and this offset for x.
ImportCase strided(const SymSizes& sizes, const SymSizes& strides, std::int64_t offset = 0) {
  ImportCase c;
  c.program.schemaMajor = 8;
  c.program.schemaMinor = 20;
  c.input("x", sizes);
  c.graph().tensorValues["x"].strides = strides;
  c.graph().tensorValues["x"].storageOffset = offset;
  c.value("y", {size(2)});
  c.node("torch.ops.aten.as_strided.default",
         {named("self", tensor("x")), named("size", {std::vector<std::int64_t>{2}}),
          named("stride", {std::vector<std::int64_t>{1}})},
         {tensor("y")});
  c.output(tensor("y"));
  return c;
}

// Attributes of the first node.
Attributes firstNode(const ImportCase& c) {
  const Module module = c.import();
  verify(module, Stage::imported);
  return module.graph[module.graph.order().at(0)].attributes;
}

Attributes marker(Attribute order, std::int64_t offset) {
  return {{"self", Operand{0}}, {"order", std::move(order)}, {"offset", offset}};
}

using Axes = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("row-major tensors are not marked") {
  CHECK_FALSE(firstNode(strided({size(2), size(3)}, {size(3), size(1)})).has("order"));
  // Strides of dimensions of size 1 mean nothing.
  CHECK_FALSE(firstNode(strided({size(2), size(1)}, {size(1), size(77)})).has("order"));
  CHECK_FALSE(firstNode(strided({size("s0"), size("s1")}, {size("s1"), size(1)})).has("order"));
  CHECK_FALSE(
      firstNode(strided({size(4), size("s1")}, {size("max(1, s1)"), size(1)})).has("order"));
}

TEST_CASE("other orders are marked by the axes that make them row-major") {
  CHECK(firstNode(strided({size(2), size(3)}, {size(1), size(2)})) == marker(Axes{1, 0}, 0));
  // Channels last.
  CHECK(firstNode(strided({size(2), size(3), size(4), size(5)},
                          {size(60), size(1), size(15), size(3)})) == marker(Axes{0, 2, 3, 1}, 0));
  CHECK(firstNode(strided({size("s0"), size(3)}, {size(1), size("s0")})) == marker(Axes{1, 0}, 0));
}

TEST_CASE("gaps, repeats and missing strides are marked as no order") {
  CHECK(firstNode(strided({size(2), size(3)}, {size(4), size(1)})) == marker({}, 0));
  CHECK(firstNode(strided({size(2), size(3)}, {size(0), size(1)})) == marker({}, 0));
  CHECK(firstNode(strided({size(2), size(3)}, {})) == marker({}, 0));
}

TEST_CASE("an offset that is left out is the operand's") {
  ImportCase c = strided({size(2), size(3)}, {size(3), size(1)}, 6);
  CHECK(firstNode(c) == marker(Axes{0, 1}, 6));
  const Module module = c.import();
  CHECK(module.graph[module.graph.order().at(1)].attributes.dim("storage_offset") == Dim(6));
  c.program.schemaMinor = 8;  // torch 2.8 and before record 0 whatever the offset is
  const Module old = c.import();
  CHECK_FALSE(old.graph[old.graph.order().at(1)].attributes.has("storage_offset"));
}

TEST_CASE("programs without as_strided stay as they are") {
  ImportCase c = ImportCase::relu();
  c.graph().tensorValues["x"].strides = {size(7)};
  CHECK_FALSE(firstNode(c).has("order"));
}
