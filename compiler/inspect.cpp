// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module as a short report. Names from the file are escaped.
#include "compiler/inspect.h"

#include <map>
#include <set>

#include "compiler/reader/bytes.h"
#include "passes/decompose/custom_operators.h"
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

void countOperators(const Graph& graph, std::map<std::string, std::int64_t>& counts) {
  for (const NodeId id : graph.order()) {
    const Node& node = graph[id];
    if (node.op == Op::aten) ++counts[node.target];
    for (const Graph& region : node.regions) countOperators(region, counts);
  }
}

std::set<std::uint32_t> changedInputs(const Module& module) {
  std::set<std::uint32_t> changed;
  for (const OutputInfo& output : module.outputs) {
    if (output.kind != OutputKind::user) changed.insert(output.target);
  }
  return changed;
}

std::string ports(const Module& module) {
  const std::set<std::uint32_t> changed = changedInputs(module);
  std::string out;
  std::int64_t parameters = 0, bytes = 0;
  for (std::size_t i = 0; i < module.inputs.size(); ++i) {
    const InputInfo& info = module.inputs[i];
    const TensorType& type = module.graph[module.graph.inputs[i]].type;
    const bool isChanged = changed.count(static_cast<std::uint32_t>(i)) > 0;
    if (info.kind == InputKind::user) {
      out +=
          "input   " + quote(info.name) + "  " + text(type) + (isChanged ? "  written" : "") + "\n";
      continue;
    }
    if (isChanged) out += "state   " + quote(info.name) + "  " + text(type) + "\n";
    if (info.initial) {
      parameters += info.initial->size();
      bytes += info.initial->bytes();
    }
  }
  for (std::size_t i = 0; i < module.outputs.size(); ++i) {
    if (module.outputs[i].kind != OutputKind::user) continue;
    out += "output  " + quote(module.outputs[i].name) + "  " +
           text(module.graph[module.graph.outputs[i]].type) + "\n";
  }
  return out + "stored  " + std::to_string(parameters) + " numbers, " + std::to_string(bytes) +
         " bytes\n";
}

std::string dimensions(const Module& module) {
  std::string out;
  for (const auto& [symbol, info] : module.symbols) {
    out += "dim     " + (info.name.empty() ? symbol : info.name) + " (" + symbol + ")  " +
           std::to_string(info.range.min) + ".." +
           (info.range.bounded() ? std::to_string(info.range.max) : "unbounded: needs --max");
    if (info.source == Symbol::Source::node) out += "  depends on the data";
    out += "\n";
  }
  for (const Guard& guard : module.guards) out += "guard   " + quote(guard.text) + "\n";
  return out;
}

}  // namespace

std::string inspect(const Module& module, const std::vector<std::string>& custom) {
  std::string out = ports(module) + dimensions(module);
  std::map<std::string, std::int64_t> counts;
  countOperators(module.graph, counts);
  for (const auto& [target, count] : counts) {
    const char* const remark = findRule(target) != nullptr        ? ""
                               : isCustomOperator(target, custom) ? "  yours to define"
                                                                  : "  NOT SUPPORTED";
    out += "op      " + std::to_string(count) + " x " + target + remark + "\n";
  }
  return out;
}

}  // namespace mcc
