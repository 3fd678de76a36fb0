// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on text: a module before, the module expected after, and both must compute the same.
#pragma once
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "ir/evaluate.h"
#include "ir/text.h"
#include "ir/verify.h"

namespace mcc::test {

// The module of one graph: its inputs as text, "%x: f32[2]", and its statements.
inline Module moduleOf(const std::string& inputs, const std::string& statements) {
  return parse("module \"m\" {\n graph(" + inputs + ") {\n" + statements + "\n}\n}\n", {});
}

// What the module computes from inputs that count 1, 2, 3...; its sizes are constant.
inline std::vector<Tensor> valuesOf(const Module& module) {
  std::vector<Tensor> inputs;
  for (const ValueId input : module.graph.inputs) {
    const TensorType& type = module.graph[input].type;
    Sizes sizes;
    for (const Dim& dim : type.shape) sizes.push_back(dim.constant());
    inputs.emplace_back(type.dtype, sizes);
    for (std::int64_t i = 0; i < inputs.back().size(); ++i) {
      inputs.back().setReal(i, static_cast<double>(i + 1));
    }
  }
  return Evaluator(module).run(inputs);
}

// Runs the pass on (inputs, before) and compares with `after`: as text, and in what it computes,
// up to rounding.
inline void checkPass(void (*pass)(Module&), const std::string& inputs, const std::string& before,
                      const std::string& after) {
  Module module = moduleOf(inputs, before);
  verify(module, Stage::core);
  const std::vector<Tensor> wanted = valuesOf(module);
  pass(module);
  verify(module, Stage::core);
  const std::vector<Tensor> got = valuesOf(module);
  CHECK(print(module) == print(moduleOf(inputs, after)));
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    REQUIRE(got[i].type() == wanted[i].type());
    for (std::int64_t k = 0; k < got[i].size(); ++k) {
      CHECK(got[i].real(k) == doctest::Approx(wanted[i].real(k)));
    }
  }
}

}  // namespace mcc::test
