// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matching recorded arrays with the ports of a module.
#include "compiler/verify/recorded.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

// Scalars are recorded as i64, f64 or bool whatever the module says.
Tensor converted(const Tensor& tensor, DType dtype) {
  if (tensor.dtype() == dtype) return tensor;
  Tensor out(dtype, tensor.shape());
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (isFloat(dtype)) {
      out.setReal(i, tensor.real(i));
    } else {
      out.setInteger(i, tensor.integer(i));
    }
  }
  return out;
}

std::int64_t leafOf(std::int64_t leaf, std::size_t position) {
  return leaf >= 0 ? leaf : static_cast<std::int64_t>(position);
}

Sizes shapeUnder(const TensorType& type, const Bindings& bindings) {
  Sizes shape;
  for (const Dim& d : type.shape) shape.push_back(d.evaluate(bindings));
  return shape;
}

Tensor tensorOf(const std::string& bytes, const TensorType& type, const Bindings& bindings) {
  Tensor tensor(type.dtype, shapeUnder(type, bindings));
  const auto size = static_cast<std::size_t>(tensor.bytes());
  if (size > bytes.size()) throw Error("an output is larger than its bound");
  if (size > 0) std::memcpy(tensor.mutableData(), bytes.data(), size);
  return tensor;
}

}  // namespace

std::vector<Tensor> inputsOf(const Module& module, const RecordedCall& call) {
  std::vector<Tensor> inputs;
  for (std::size_t i = 0; i < module.inputs.size(); ++i) {
    const InputInfo& info = module.inputs[i];
    if (info.kind != InputKind::user) continue;
    const auto at = call.inputs.find(leafOf(info.leaf, inputs.size()));
    if (at == call.inputs.end()) throw Error("no recorded data for input " + info.name);
    inputs.push_back(converted(at->second, module.graph[module.graph.inputs[i]].type.dtype));
  }
  return inputs;
}

Bindings bindingsOf(const Module& module, const std::vector<Tensor>& userInputs) {
  std::vector<std::size_t> position(module.inputs.size(), 0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < module.inputs.size(); ++i) {
    if (module.inputs[i].kind == InputKind::user) position[i] = next++;
  }
  Bindings bindings;
  for (const auto& [name, symbol] : module.symbols) {
    if (symbol.source == Symbol::Source::node) continue;
    const Tensor& tensor = userInputs.at(position[symbol.input]);
    if (symbol.source == Symbol::Source::inputValue) {
      bindings[name] = tensor.integer(0);
    } else if (symbol.dim < tensor.rank()) {
      bindings[name] = tensor.dim(symbol.dim) / symbol.multipleOf;
    }
  }
  return bindings;
}

HarnessCall harnessCallOf(const Module& module, const RecordedCall& call) {
  HarnessCall out;
  out.inputs = inputsOf(module, call);
  const Bindings bindings = bindingsOf(module, out.inputs);
  Ranges ranges = module.ranges();
  for (const auto& [name, value] : bindings) ranges[name] = {value, value};
  for (std::size_t j = 0; j < module.outputs.size(); ++j) {
    if (module.outputs[j].kind != OutputKind::user) continue;
    const Range bytes = module.graph[module.graph.outputs[j]].type.bytes().bounds(ranges);
    if (!bytes.bounded()) throw Error("output " + module.outputs[j].name + " has no upper bound");
    out.outputBytes.push_back(std::max<std::int64_t>(bytes.max, 0));
  }
  for (const auto& [name, symbol] : module.symbols) {
    const auto at = bindings.find(name);
    out.dims.push_back(at == bindings.end() ? 0 : at->second);
  }
  return out;
}

Answered answeredBy(const Module& module, const RecordedCall& call, const CallResult& result) {
  if (result.status != 0) throw Error("run returned status " + std::to_string(result.status));
  const std::vector<Tensor> inputs = inputsOf(module, call);
  Bindings bindings = bindingsOf(module, inputs);
  std::size_t i = 0;
  for (const auto& [name, symbol] : module.symbols) {
    if (i < result.dims.size() && symbol.source == Symbol::Source::node)
      bindings[name] = result.dims[i];
    ++i;
  }
  Answered answered;
  i = 0;
  for (std::size_t j = 0; j < module.outputs.size(); ++j) {
    if (module.outputs[j].kind != OutputKind::user) continue;
    const TensorType& type = module.graph[module.graph.outputs[j]].type;
    answered.outputs.push_back(tensorOf(result.outputs.at(i++), type, bindings));
  }
  i = 0;
  for (const Tensor& input : inputs) {
    Tensor after(input.dtype(), input.shape());
    const std::string& bytes = result.afterInputs.at(i++);
    if (input.bytes() > 0) {
      std::memcpy(after.mutableData(), bytes.data(), static_cast<std::size_t>(input.bytes()));
    }
    answered.inputs.push_back(std::move(after));
  }
  return answered;
}

namespace {

void merge(Comparison& into, Comparison one, const std::string& what) {
  if (!one.passed && into.passed) into.message = what + " " + one.message;
  into.passed = into.passed && one.passed;
  into.worst = std::max(into.worst, one.worst);
}

// Steps that most elements must not be off by; `references` are eager, exact and int32-bias
// outputs.
Comparison compareSteps(const Tensor& got, const std::vector<const Tensor*>& references, double lsb,
                        const Judge& rule) {
  Comparison best{false, INFINITY, {}};
  for (const Tensor* want : references) {
    if (got.shape() != want->shape() || got.dtype() != want->dtype()) {
      return {false, INFINITY, "is " + text(got.type()) + " instead of " + text(want->type())};
    }
    std::int64_t moved = 0;
    double most = 0;
    for (std::int64_t i = 0; i < got.size(); ++i) {
      const double steps = std::fabs(got.real(i) - want->real(i)) / lsb;
      if (steps > 0.5) ++moved;
      most = std::max(most, steps);
    }
    const double share =
        static_cast<double>(moved) / static_cast<double>(std::max<std::int64_t>(got.size(), 1));
    const bool passed = share <= rule.moved && most <= rule.steps + 0.01;
    const double worst = std::max(share / rule.moved, most / (rule.steps + 0.01));
    if (worst < best.worst) {
      best = {passed, worst,
              passed ? ""
                     : std::to_string(moved) + " elements differ by up to " + std::to_string(most) +
                           " steps"};
    }
  }
  return best;
}

Comparison compareOutput(const Tensor& got, std::int64_t leaf, const RecordedCall& call,
                         std::size_t position, const Judge& rule) {
  const auto want = call.outputs.find(leaf);
  if (want == call.outputs.end()) return {false, INFINITY, "was not recorded"};
  const double lsb = position < rule.lsb.size() ? rule.lsb[position] : 0;
  if (lsb > 0) {
    std::vector<const Tensor*> references{&want->second};
    if (call.exact.count(leaf) > 0) references.push_back(&call.exact.at(leaf));
    if (call.int32Bias.count(leaf) > 0) references.push_back(&call.int32Bias.at(leaf));
    return compareSteps(got, references, lsb, rule);
  }
  Tolerance tolerance = rule.tolerance;
  if (position < rule.atolOut.size()) tolerance.atol = rule.atolOut[position];
  return compare(got, want->second, tolerance);
}

}  // namespace

Comparison judge(const Module& module, const RecordedCall& call, const Answered& answered,
                 const Judge& rule) {
  Comparison result;
  std::size_t position = 0;
  for (const OutputInfo& info : module.outputs) {
    if (info.kind != OutputKind::user) continue;
    merge(result,
          compareOutput(answered.outputs.at(position), leafOf(info.leaf, position), call, position,
                        rule),
          "output " + info.name);
    ++position;
  }
  position = 0;
  for (const InputInfo& info : module.inputs) {
    if (info.kind != InputKind::user) continue;
    const auto want = call.afterInputs.find(leafOf(info.leaf, position));
    if (want != call.afterInputs.end()) {
      merge(result, compare(answered.inputs.at(position), want->second, rule.tolerance),
            "changed input " + info.name);
    }
    ++position;
  }
  return result;
}

}  // namespace mcc
