// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluator: a module called as its users call it.
#include "ir/evaluate.h"

namespace mcc {
namespace {

bool holds(Guard::Relation relation, std::int64_t left, std::int64_t right) {
  switch (relation) {
    case Guard::Relation::equal: return left == right;
    case Guard::Relation::notEqual: return true;  // records the traced case only; not checked
    case Guard::Relation::less: return left < right;
    case Guard::Relation::lessEqual: return left <= right;
  }
  return false;
}

void checkShape(const Tensor& tensor, const TensorType& type, const std::string& input,
                const Bindings& bindings) {
  if (tensor.dtype() != type.dtype) {
    throw EvaluationFault(EvaluationFault::Kind::size, "input " + input + " has another type");
  }
  bool same = tensor.rank() == type.rank();
  for (std::int64_t d = 0; same && d < tensor.rank(); ++d) {
    same = tensor.dim(d) == type.dim(d).evaluate(bindings);
  }
  if (!same) {
    throw EvaluationFault(EvaluationFault::Kind::size,
                          "input " + input + " does not have the shape " + text(type.shape));
  }
}

// Symbols that nodes gave a value to must be in range as well.
void checkNodeSymbols(const Module& module, const Bindings& bindings) {
  for (const auto& [symbol, info] : module.symbols) {
    const auto at = bindings.find(symbol);
    if (info.source != Symbol::Source::node || at == bindings.end()) continue;
    if (at->second < info.range.min || at->second > info.range.max) {
      throw EvaluationFault(EvaluationFault::Kind::size, "symbol " + symbol + " is out of range");
    }
  }
}

}  // namespace

Evaluator::Evaluator(const Module& module) : module_(module) { reset(); }

void Evaluator::reset() {
  state_.assign(module_.inputs.size(), Tensor());
  for (std::size_t i = 0; i < state_.size(); ++i) {
    if (module_.inputs[i].kind == InputKind::state) state_[i] = *module_.inputs[i].initial;
  }
}

Bindings Evaluator::bindSymbols(const std::vector<Tensor>& inputs) const {
  Bindings bindings;
  for (const auto& [symbol, info] : module_.symbols) {
    if (info.source == Symbol::Source::node) continue;
    const Tensor& tensor = inputs[info.input];
    std::int64_t value = 0;
    if (info.source == Symbol::Source::inputValue) {
      value = tensor.integer(0);
    } else {
      if (info.dim >= tensor.rank() || tensor.dim(info.dim) % info.multipleOf != 0) {
        throw EvaluationFault(EvaluationFault::Kind::size,
                              "a size is not a multiple of " + std::to_string(info.multipleOf));
      }
      value = tensor.dim(info.dim) / info.multipleOf;
    }
    if (value < info.range.min || value > info.range.max) {
      throw EvaluationFault(EvaluationFault::Kind::size, "symbol " + symbol + " is out of range");
    }
    bindings[symbol] = value;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    checkShape(inputs[i], module_.graph[module_.graph.inputs[i]].type, module_.inputs[i].name,
               bindings);
  }
  for (const Guard& guard : module_.guards) {
    if (!holds(guard.relation, guard.left.evaluate(bindings), guard.right.evaluate(bindings))) {
      throw EvaluationFault(EvaluationFault::Kind::guard, "guard failed: " + guard.text);
    }
  }
  return bindings;
}

std::vector<Tensor> Evaluator::run(std::vector<Tensor>& userInputs) {
  std::vector<Tensor> inputs = state_;
  std::vector<std::size_t> userIndex(inputs.size(), 0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (module_.inputs[i].kind != InputKind::user) continue;
    userIndex[i] = next;
    inputs[i] = userInputs.at(next++);
  }
  Bindings bindings = bindSymbols(inputs);
  const std::vector<Tensor> outputs = evaluateGraph(module_.graph, inputs, bindings);
  checkNodeSymbols(module_, bindings);
  std::vector<Tensor> results;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const OutputInfo& info = module_.outputs[i];
    if (info.kind == OutputKind::user) results.push_back(outputs[i]);
    if (info.kind == OutputKind::state) state_[info.target] = outputs[i];
    if (info.kind == OutputKind::mutation) userInputs[userIndex[info.target]] = outputs[i];
  }
  return results;
}

}  // namespace mcc
