// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// as_strided, its copy and its scatter reach into the memory behind a tensor. The reference is a
// plain array with views that are nothing but offset and strides.
#include <doctest/doctest.h>

#include "ir/evaluate.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "passes/decompose.h"
#include "passes/functionalize.h"

using namespace mcc;

namespace {

// A program with one input "x" and these statements.
Module program(const std::string& statements, const std::string& type = "f32[3, 4]") {
  const std::string head = "module \"m\" {\n  graph(%x: " + type + " as \"x\") {\n";
  Module module = parse(head + statements + "\n  }\n}\n", {});
  verify(module, Stage::imported);
  return module;
}

// Elements of the only output; x counts 0, 1, 2, ...
std::vector<double> run(Module module) {
  functionalize(module);
  verify(module, Stage::imported);
  Diagnostics diagnostics;
  decompose(module, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) FAIL(diagnostic.message);
  verify(module, Stage::core);
  Sizes sizes;
  for (const Dim& dim : module.graph[module.graph.inputs[0]].type.shape) {
    sizes.push_back(dim.constant());
  }
  std::vector<Tensor> inputs = {Tensor(DType::f32, sizes)};
  for (std::int64_t i = 0; i < inputs[0].size(); ++i) {
    inputs[0].setReal(i, static_cast<double>(i));
  }
  const std::vector<Tensor> results = Evaluator(module).run(inputs);
  std::vector<double> values;
  for (std::int64_t i = 0; i < results.at(0).size(); ++i) values.push_back(results[0].real(i));
  return values;
}

std::string errorOf(Module module) {
  try {
    functionalize(module);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

using Memory = std::vector<double>;

Memory counting(std::size_t count) {
  Memory memory(count);
  for (std::size_t i = 0; i < count; ++i) memory[i] = static_cast<double>(i);
  return memory;
}

struct View {
  std::size_t offset, rows, columns, rowStride, columnStride;
  std::vector<std::size_t> places() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        out.push_back(offset + i * rowStride + j * columnStride);
      }
    }
    return out;
  }
};

std::vector<double> read(const Memory& memory, const View& view) {
  std::vector<double> out;
  for (const std::size_t place : view.places()) out.push_back(memory[place]);
  return out;
}

constexpr const char* kTransposed =
    "%t = aten \"aten.transpose.int\"(%x) {self = $0, dim0 = 0, dim1 = 1} : f32[4, 3]\n";

}  // namespace

TEST_CASE("as_strided of a transposed view reads the memory, not the view's own order") {
  const Module module = program(
      kTransposed + std::string("%y = aten \"aten.as_strided.default\"(%t) {self = $0, size = [2, "
                                "3], stride = [5, 1], storage_offset = 2} : f32[2, 3]\n"
                                "return (%y as \"y\")"));
  CHECK(run(module) == read(counting(12), {2, 2, 3, 5, 1}));
}

TEST_CASE("as_strided of a slice sees elements outside of the slice") {
  const Module module = program(
      "%s = aten \"aten.slice.Tensor\"(%x) {self = $0, dim = 0, start = 1, end = 2} : f32[1, 4]\n"
      "%y = aten \"aten.as_strided.default\"(%s) {self = $0, size = [2, 2], stride = [8, 3], "
      "storage_offset = 0} : f32[2, 2]\n"
      "return (%y as \"y\")");
  CHECK(run(module) == read(counting(12), {0, 2, 2, 8, 3}));
}

TEST_CASE("as_strided of a copy reads the copy") {
  const Module module = program(
      kTransposed + std::string("%c = aten \"aten.clone.default\"(%t) {self = $0, memory_format = "
                                "\"contiguous\"} : f32[4, 3]\n"
                                "%y = aten \"aten.as_strided.default\"(%c) {self = $0, size = [1, "
                                "5], stride = [1, 2]} : f32[1, 5]\n"
                                "return (%y as \"y\")"));
  const std::vector<double> transposed = read(counting(12), {0, 4, 3, 1, 4});
  CHECK(run(module) == read(transposed, {0, 1, 5, 1, 2}));
}

TEST_CASE("a tensor that lies in another order is read in that order") {
  // x [3, 4] lies column by column, as the importer noted: its memory is x transposed.
  const Module module = program(
      "%m = aten \"aten.alias.default\"(%x) {self = $0, order = [1, 0], offset = 0} : f32[3, 4]\n"
      "%y = aten \"aten.as_strided.default\"(%m) {self = $0, size = [2, 4], stride = [1, 3], "
      "storage_offset = 0} : f32[2, 4]\n"
      "return (%y as \"y\")");
  const Memory memory = read(counting(12), {0, 4, 3, 1, 4});
  CHECK(run(module) == read(memory, {0, 2, 4, 1, 3}));
}

TEST_CASE("an offset counts from the beginning of the memory") {
  // x begins at element 6 of a larger memory.
  const std::string marked =
      "%m = aten \"aten.alias.default\"(%x) {self = $0, order = [0, 1], offset = 6} : f32[3, 4]\n";
  const auto reading = [&](const std::string& offset) {
    return program(marked +
                   "%y = aten \"aten.as_strided.default\"(%m) {self = $0, size = [1, 3], stride = "
                   "[1, 2], storage_offset = " + offset + "} : f32[1, 3]\nreturn (%y as \"y\")");
  };
  CHECK(run(reading("7")) == read(counting(12), {1, 1, 3, 1, 2}));
  Module before = reading("5");
  functionalize(before);
  Diagnostics diagnostics;
  decompose(before, diagnostics);
  CHECK(diagnostics.hasErrors());  // what lies before x is unknown
}

TEST_CASE("memory that isn't known is not guessed") {
  const std::string strided =
      "%y = aten \"aten.as_strided.default\"(%m) {self = $0, size = [2], stride = [1]} : f32[2]\n"
      "return (%y as \"y\")";
  const std::string gaps =
      "%m = aten \"aten.alias.default\"(%x) {self = $0, order = none, offset = 0} : f32[3, 4]\n";
  CHECK(errorOf(program(gaps + strided)).find("how that tensor lies in memory") !=
        std::string::npos);
  const std::string view =
      "%m = aten \"aten.select.int\"(%x) {self = $0, dim = 0, index = 1} : f32[4]\n";
  CHECK(errorOf(program(view + strided)).find("where the view begins") != std::string::npos);
  const std::string otherType =
      "%e = aten \"aten.view_as_complex.default\"(%x) {self = $0} : c64[3]\n"
      "%z = aten \"aten.exp.default\"(%e) {self = $0} : c64[3]\n"
      "%m = aten \"aten.view_as_real.default\"(%z) {self = $0} : f32[3, 2]\n";
  const std::string fromStart =
      "%y = aten \"aten.as_strided.default\"(%m) {self = $0, size = [2], stride = [1], "
      "storage_offset = 0} : f32[2]\nreturn (%y as \"y\")";
  CHECK(errorOf(program(otherType + fromStart, "f32[3, 2]")).find("how that tensor lies") !=
        std::string::npos);
}

TEST_CASE("writes through as_strided of a view reach all that share the memory") {
  const Module module = program(
      kTransposed +
      std::string("%c = aten \"aten.clone.default\"(%t) {self = $0} : f32[4, 3]\n"
                  "%v = aten \"aten.transpose.int\"(%c) {self = $0, dim0 = 0, dim1 = 1} : f32[3, "
                  "4]\n"
                  "%s = aten \"aten.as_strided.default\"(%v) {self = $0, size = [2, 2], stride = "
                  "[6, 2], storage_offset = 1} : f32[2, 2]\n"
                  "%w = aten \"aten.mul_.Tensor\"(%s) {self = $0, other = -1} : f32[2, 2]\n"
                  "return (%v as \"v\")"));
  Memory memory = read(counting(12), {0, 4, 3, 1, 4});
  for (const std::size_t place : View{1, 2, 2, 6, 2}.places()) memory[place] *= -1;
  CHECK(run(module) == read(memory, {0, 3, 4, 1, 3}));
}

TEST_CASE("as_strided_copy is not changed by later writes") {
  const Module module = program(
      "%c = aten \"aten.clone.default\"(%x) {self = $0} : f32[3, 4]\n"
      "%t = aten \"aten.transpose.int\"(%c) {self = $0, dim0 = 0, dim1 = 1} : f32[4, 3]\n"
      "%y = aten \"aten.as_strided_copy.default\"(%t) {self = $0, size = [1, 4], stride = [1, 2], "
      "storage_offset = 3} : f32[1, 4]\n"
      "%w = aten \"aten.zero_.default\"(%c) {self = $0} : f32[3, 4]\n"
      "return (%y as \"y\")");
  CHECK(run(module) == read(counting(12), {3, 1, 4, 1, 2}));
}

TEST_CASE("as_strided_scatter into a view changes a copy of the memory") {
  const std::string scatter =
      "%z = aten \"aten.mul.Tensor\"(%x) {self = $0, other = 0} : f32[3, 4]\n"
      "%o = aten \"aten.slice.Tensor\"(%z) {self = $0, dim = 1, start = 0, end = 2} : f32[3, 2]\n" +
      std::string(kTransposed) +
      "%y = aten \"aten.as_strided_scatter.default\"(%t, %o) {self = $0, src = $1, size = [3, 2], "
      "stride = [4, 1], storage_offset = 2} : f32[4, 3]\n";
  Memory memory = counting(12);
  for (const std::size_t place : View{2, 3, 2, 4, 1}.places()) memory[place] = 0;
  CHECK(run(program(scatter + "return (%y as \"y\")")) == read(memory, {0, 4, 3, 1, 4}));
  CHECK(run(program(scatter + "return (%t as \"t\")")) == read(counting(12), {0, 4, 3, 1, 4}));
}

TEST_CASE("as_strided_ changes what its operand shows") {
  const Module module = program(
      "%t = aten \"aten.transpose.int\"(%x) {self = $0, dim0 = 0, dim1 = 1} : f32[4, 3]\n"
      "%u = aten \"aten.as_strided_.default\"(%t) {self = $0, size = [2, 2], stride = [1, 4], "
      "storage_offset = 5} : f32[2, 2]\n"
      "return (%t as \"y\")");
  Module copy = module;
  functionalize(copy);
  CHECK(copy.graph[copy.graph.outputs[0]].type.shape == Shape{2, 2});
  CHECK(run(module) == read(counting(12), {5, 2, 2, 1, 4}));
}
