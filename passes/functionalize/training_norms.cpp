// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _native_batch_norm_legit_functional stands for all batch norms in training; instance_norm just
// gets two more results.
#include "passes/functionalize/training_norms.h"

#include <algorithm>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

constexpr const char* kNorms[] = {"aten.batch_norm.default", "aten.native_batch_norm.default",
                                  "aten._native_batch_norm_legit.default"};
constexpr const char* kInstanceNorm = "aten.instance_norm.default";

const Operand* operandNamed(const Node& node, const std::string& name) {
  const Attribute* found = node.attributes.find(name);
  return found != nullptr && found->is<Operand>() ? &found->as<Operand>() : nullptr;
}

}  // namespace

bool isTrainingNorm(const Node& node) {
  const auto isNorm = [&](const char* target) { return node.target == target; };
  const bool isInstanceNorm = node.target == kInstanceNorm;
  if (!isInstanceNorm && std::none_of(std::begin(kNorms), std::end(kNorms), isNorm)) return false;
  return node.attributes.boolean(isInstanceNorm ? "use_input_stats" : "training") &&
         operandNamed(node, "running_mean") != nullptr &&
         operandNamed(node, "running_var") != nullptr;
}

TrainingNorm pureTrainingNorm(Graph& graph, Node node, const std::vector<TensorType>& types) {
  TrainingNorm out;
  out.mean = operandNamed(node, "running_mean")->index;
  out.variance = operandNamed(node, "running_var")->index;
  const TensorType& mean = graph[node.inputs.at(out.mean)].type;
  const TensorType& variance = graph[node.inputs.at(out.variance)].type;
  std::vector<TensorType> all = types;
  if (node.target != kInstanceNorm) {
    all.resize(3, mean);  // batch_norm leaves out mean and deviation of the batch
    node.target = "aten._native_batch_norm_legit_functional.default";
    node.attributes.erase("cudnn_enabled");
  }
  const std::size_t own = all.size();
  all.push_back(mean);
  all.push_back(variance);
  const NodeId id = graph.append(std::move(node), all);
  const std::vector<ValueId>& results = graph[id].outputs;
  out.results.assign(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(types.size()));
  out.newMean = results[own];
  out.newVariance = results[own + 1];
  return out;
}

}  // namespace mcc
