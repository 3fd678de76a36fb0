// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One case through the harness.
#include "compiler/verify/verify_model.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "compiler/compile.h"
#include "compiler/read_model.h"
#include "compiler/verify/recorded.h"
#include "ir/evaluate.h"

namespace mcc {
namespace {

namespace fs = std::filesystem;

// A folder of its own, removed at the end.
struct Workspace {
  Workspace() : path(fs::temp_directory_path() / ("mcc-verify-" + std::to_string(getpid()))) {
    fs::create_directories(path);
  }
  ~Workspace() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  fs::path path;
};

// Numbers in [-1, 1), small non-negative integers, and bools; the same every time.
Tensor seededTensor(DType dtype, const Sizes& shape, std::uint64_t& state) {
  Tensor tensor(dtype, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto bits = static_cast<std::int64_t>(state >> 33);  // 31 bits
    if (isFloat(dtype)) {
      tensor.setReal(i, static_cast<double>(bits) / 1073741824.0 - 1.0);
    } else {
      tensor.setInteger(i, bits % 2);
    }
  }
  return tensor;
}

// Sizes of a seeded call: small ones inside every symbol's range.
Bindings seededSizes(const Module& module, std::int64_t round) {
  Bindings bindings;
  for (const auto& [name, symbol] : module.symbols) {
    if (symbol.source == Symbol::Source::node) continue;
    const std::int64_t wanted = std::max<std::int64_t>(symbol.range.min, 1) + round;
    bindings[name] = std::min(wanted, symbol.range.max);
  }
  return bindings;
}

std::vector<RecordedCall> seededCalls(const Module& module) {
  std::vector<RecordedCall> calls;
  std::uint64_t state = 1;
  for (std::int64_t round = 0; round < 3; ++round) {
    const Bindings bindings = seededSizes(module, round);
    RecordedCall call;
    std::int64_t position = 0;
    for (std::size_t i = 0; i < module.inputs.size(); ++i) {
      const InputInfo& info = module.inputs[i];
      if (info.kind != InputKind::user) continue;
      const TensorType& type = module.graph[module.graph.inputs[i]].type;
      Sizes shape;
      for (const Dim& d : type.shape) shape.push_back(d.evaluate(bindings));
      call.inputs.emplace(info.leaf >= 0 ? info.leaf : position,
                          seededTensor(type.dtype, shape, state));
      ++position;
    }
    calls.push_back(std::move(call));
  }
  return calls;
}

// Fills in what the evaluator answers.
void evaluateCalls(const Module& module, std::vector<RecordedCall>& calls) {
  Evaluator evaluator(module);
  for (RecordedCall& call : calls) {
    std::vector<Tensor> inputs = inputsOf(module, call);
    const std::vector<Tensor> outputs = evaluator.run(inputs);
    std::int64_t position = 0;
    for (const OutputInfo& info : module.outputs) {
      if (info.kind != OutputKind::user) continue;
      call.outputs.emplace(info.leaf >= 0 ? info.leaf : position,
                           outputs[static_cast<std::size_t>(position)]);
      ++position;
    }
  }
}

BuildOptions buildFor(const Target& target) {
  BuildOptions build;
  build.compiler = "c++";
  build.flags = {"-std=c++17", "-O2"};
  const std::string name = target.name;
  if (name.rfind("x86-64", 0) == 0) build.flags.push_back("-march=" + name);
  return build;
}

}  // namespace

int verifyModel(const Options& given, Diagnostics& diagnostics) {
  if (!given.custom.empty()) {
    throw Error("mcc verify can't run custom operators: their functions are yours",
                "compile the model, and compare its results in a program of your own");
  }
  Options options = given;
  options.cApi = true;
  options.output = "model.cpp";
  Module module = readModel(options, diagnostics);
  Module reference;  // before it gives its constants up
  const Files files = compile(module, options, diagnostics, [&](const Pass& pass, const Module& m) {
    if (&pass == &pipeline().back()) reference = m;
  });
  if (diagnostics.hasErrors()) return 1;
  std::vector<RecordedCall> calls =
      options.data.empty() ? seededCalls(module) : readRecordedCalls(options.data);
  if (options.data.empty()) evaluateCalls(reference, calls);
  HarnessCase harness{namespaceOf(options), files, options.output, true, {}};
  for (const RecordedCall& call : calls) harness.calls.push_back(harnessCallOf(module, call));
  const Workspace workspace;
  const CaseResult result = runBatch({harness}, buildFor(targetOf(options)), workspace.path)[0];
  if (result.state != CaseResult::State::done) {
    throw Error("the generated code did not build or run: " + result.message);
  }
  Judge rule;
  rule.tolerance = {1e-4, 1e-5};
  bool passed = true;
  for (std::size_t k = 0; k < calls.size(); ++k) {
    const Comparison comparison =
        judge(module, calls[k], answeredBy(module, calls[k], result.calls[k]), rule);
    std::printf("call %zu: %s, worst error %.3g of the tolerance%s%s\n", k,
                comparison.passed ? "equal" : "DIFFERENT", comparison.worst,
                comparison.passed ? "" : ": ", comparison.message.c_str());
    passed = passed && comparison.passed;
  }
  return passed ? 0 : 2;
}

}  // namespace mcc
