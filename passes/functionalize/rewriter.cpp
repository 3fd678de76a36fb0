// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One walk over the nodes in execution order; the alias map knows what each tensor holds.
#include "passes/functionalize/rewriter.h"

#include "passes/functionalize/pure_forms.h"
#include "passes/functionalize/training_norms.h"
#include "passes/functionalize/views.h"

namespace mcc {
namespace {

constexpr const char* kStrided = "aten.as_strided";  // _, _copy, _scatter
constexpr const char* kGradientSwitch = "higher_order.wrap_with_set_grad_enabled";

// The importer's note on how a tensor lies in memory.
bool isMarker(const Node& node) {
  return node.target == "aten.alias.default" && node.attributes.has("order");
}

class Rewriter {
 public:
  explicit Rewriter(Graph& target) : target_(target), aliases_(target) {}

  using Id = AliasMap::Id;
  using Frame = std::vector<Id>;  // by ValueId::index of the source graph

  AliasMap& aliases() { return aliases_; }

  void walk(const Graph& source, Frame& frame) {
    for (const NodeId id : source.order()) {
      try {
        visit(source, source[id], frame);
      } catch (Error& error) {
        if (error.origin == Origin{}) error.origin = source[id].origin;
        throw;
      }
    }
  }

 private:
  void visit(const Graph& source, const Node& node, Frame& frame) {
    if (node.op != Op::aten) return copy(source, node, frame);
    if (isMarker(node)) return noteMemory(node, frame);
    if (node.target.starts_with(kStrided)) return strided(source, node, frame);
    if (node.target == kGradientSwitch) return inlineRegion(node, frame);
    if (isTrainingNorm(node)) return trainingNorm(source, node, frame);
    const std::shared_ptr<const Schema>& schema = schemaOf(node.target);
    if (schema != nullptr && schema->mutates()) return write(source, node, *schema, frame);
    share(source, node, schema.get(), frame);
  }

  const std::shared_ptr<const Schema>& schemaOf(const std::string& target) {
    const auto at = schemas_.find(target);
    return at != schemas_.end() ? at->second
                                : schemas_.emplace(target, findSchema(target)).first->second;
  }

  // The node with operands of the new graph.
  Node mapped(const Node& node, const Frame& frame) {
    Node out = node;
    for (ValueId& input : out.inputs) {
      if (input.valid()) input = aliases_.current(frame[input.index], node.origin);
    }
    for (Graph& region : out.regions) region = rewrittenRegion(region, node);
    return out;
  }

  static Graph rewrittenRegion(const Graph& region, const Node& node) {
    if (!needsRewriting(region)) return region;
    Rewritten rewritten = rewriteWrites(region);
    for (const ValueId value : rewritten.finalInputs) {
      if (!value.valid()) continue;
      throw Error(node.target + ": a region writes to its operands in place",
                  "return the new values from the region", node.origin);
    }
    return std::move(rewritten.graph);
  }

  std::vector<TensorType> typesOf(const Graph& source, const Node& node) const {
    std::vector<TensorType> types;
    for (const ValueId output : node.outputs) types.push_back(source[output].type);
    return types;
  }

  // Appends the node; its results are tensors of their own.
  void copy(const Graph& source, const Node& node, Frame& frame) {
    const NodeId id = target_.append(mapped(node, frame), typesOf(source, node));
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      const ValueId value = target_[id].outputs[i];
      target_[value].name = source[node.outputs[i]].name;
      frame[node.outputs[i].index] = aliases_.addRoot(value);
    }
  }

  void share(const Graph& source, const Node& node, const Schema* schema, Frame& frame) {
    const std::vector<TensorType> types = typesOf(source, node);
    const Sharing sharing = sharingOf(source, node, schema, types);
    if (sharing == Sharing::same) {
      frame[node.outputs[0].index] = frame[node.inputs[0].index];
    } else if (sharing == Sharing::view) {
      view(node, types, frame[node.inputs[0].index], frame);
    } else {
      copy(source, node, frame);
      if (sharing == Sharing::shares) freeze(node, frame);
    }
  }

  void freeze(const Node& node, const Frame& frame) {
    for (const ValueId input : node.inputs) {
      if (input.valid()) aliases_.freeze(frame[input.index], node.target);
    }
    for (const ValueId output : node.outputs) aliases_.freeze(frame[output.index], node.target);
  }

  void view(const Node& node, const std::vector<TensorType>& types, Id of, Frame& frame) {
    const std::vector<Id> ids = aliases_.addView(of, mapped(node, frame), types);
    for (std::size_t i = 0; i < ids.size(); ++i) frame[node.outputs[i].index] = ids[i];
  }

  void noteMemory(const Node& node, Frame& frame) {
    const Id id = frame[node.inputs.at(0).index];
    const Attribute& order = *node.attributes.find("order");
    AliasMap::Memory memory;
    memory.known = !order.isNone();
    if (memory.known) memory.order = node.attributes.integers("order");
    memory.offset = node.attributes.dim("offset");
    aliases_.setMemory(id, std::move(memory));
    frame[node.outputs.at(0).index] = id;
  }

  // Where in the memory behind `id` an as_strided node begins.
  Dim offsetOf(const Node& node, Id id) const {
    const Attribute* given = node.attributes.find("storage_offset");
    if (given != nullptr && !given->isNone()) {
      return node.attributes.dim("storage_offset") - aliases_.memoryOf(id).offset;
    }
    if (aliases_.isRoot(id)) return 0;
    throw Error(node.target + " of a view that doesn't say where the view begins in memory",
                "give as_strided() its storage_offset");
  }

  // Elements of the memory behind the operand, by strides that have nothing to do with its own.
  void strided(const Graph& source, const Node& node, Frame& frame) {
    const bool scatters = node.target == "aten.as_strided_scatter.default";
    const Node given = mapped(node, frame);
    Id whole = frame[node.inputs.at(0).index];
    if (scatters) whole = aliases_.clone(whole, node.origin);
    const Id memory = aliases_.memoryBehind(whole, node.origin);
    Node view;
    view.target = "aten.as_strided.default";
    view.origin = node.origin;
    view.inputs = {aliases_.current(memory, node.origin)};
    view.attributes = {{"self", Operand{0}},
                       {"size", *needed(node, "size")},
                       {"stride", *needed(node, "stride")},
                       {"storage_offset", offsetOf(node, whole)}};
    const DType dtype = target_[view.inputs[0]].type.dtype;
    const Id part = aliases_.addView(memory, view, {{dtype, node.attributes.dims("size"), {}}})[0];
    if (scatters) {
      Builder builder(target_, {}, node.origin);
      aliases_.write(part, builder.cast(given.inputs.at(1), dtype), node.origin);
    }
    setStrided(source, node, scatters ? whole : part, frame);
  }

  void setStrided(const Graph& source, const Node& node, Id id, Frame& frame) {
    const ValueId output = node.outputs.at(0);
    if (node.target == "aten.as_strided_copy.default") {
      id = aliases_.addRoot(aliases_.current(id, node.origin));
    }
    target_[aliases_.current(id, node.origin)].name = source[output].name;
    if (node.target == "aten.as_strided_.default") frame[node.inputs[0].index] = id;
    frame[output.index] = id;
  }

  static const Attribute* needed(const Node& node, const std::string& name) {
    const Attribute* found = node.attributes.find(name);
    if (found == nullptr) throw Error(node.target + ": argument '" + name + "' is missing");
    return found;
  }

  void inlineRegion(const Node& node, Frame& frame) {
    const Graph& region = node.regions.at(0);
    Frame inner(region.valueCount());
    for (std::size_t i = 0; i < region.inputs.size(); ++i) {
      inner[region.inputs[i].index] = frame[node.inputs.at(i).index];
    }
    walk(region, inner);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      frame[node.outputs[i].index] = inner[region.outputs.at(i).index];
    }
  }

  void write(const Graph& source, const Node& node, const Schema& schema, Frame& frame) {
    const SchemaParam& self = schema.params.at(0);
    const Attribute* given = node.attributes.find(self.name);
    const bool isFirst = self.mutated && given != nullptr && *given == Attribute(Operand{0});
    for (const SchemaParam& parameter : schema.params) {
      if (isFirst && (!parameter.mutated || &parameter == &self)) continue;
      throw Error(node.target + ": writing in place is not supported");
    }
    const std::uint32_t written = node.inputs[0].index;
    if (const std::string target = viewInPlace(node.target); !target.empty()) {
      return viewOfItself(source, node, target, frame);
    }
    Builder builder(target_, {}, node.origin);
    const ValueId value = pureForm(builder, mapped(node, frame));
    if (target_[value].name.empty()) target_[value].name = node.origin.node;
    aliases_.write(frame[written], value, node.origin);
    for (const ValueId output : node.outputs) frame[output.index] = frame[written];
  }

  // The operand's own shape changes, not that of others that share its memory.
  void viewOfItself(const Graph& source, const Node& node, const std::string& target,
                    Frame& frame) {
    Node pure = node;
    pure.target = target;
    share(source, pure, schemaOf(target).get(), frame);
    frame[node.inputs[0].index] = frame[node.outputs.at(0).index];
  }

  void trainingNorm(const Graph& source, const Node& node, Frame& frame) {
    const std::vector<TensorType> types = typesOf(source, node);
    const TrainingNorm norm = pureTrainingNorm(target_, mapped(node, frame), types);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      frame[node.outputs[i].index] = aliases_.addRoot(norm.results[i]);
    }
    aliases_.write(frame[node.inputs[norm.mean].index], norm.newMean, node.origin);
    aliases_.write(frame[node.inputs[norm.variance].index], norm.newVariance, node.origin);
  }

  Graph& target_;
  AliasMap aliases_;
  std::map<std::string, std::shared_ptr<const Schema>> schemas_;
};

bool isWrite(const Node& node) {
  if (node.op != Op::aten) return false;
  if (node.target == kGradientSwitch || node.target.starts_with(kStrided)) return true;
  if (isTrainingNorm(node)) return true;
  const auto schema = findSchema(node.target);
  return schema != nullptr && schema->mutates();
}

}  // namespace

bool needsRewriting(const Graph& graph) {
  for (const NodeId id : graph.order()) {
    if (isWrite(graph[id])) return true;
    for (const Graph& region : graph[id].regions) {
      if (needsRewriting(region)) return true;
    }
  }
  return false;
}

Rewritten rewriteWrites(const Graph& source) {
  Rewritten out;
  Rewriter rewriter(out.graph);
  AliasMap& aliases = rewriter.aliases();
  Rewriter::Frame frame(source.valueCount());
  std::vector<AliasMap::Id> inputs;
  for (const ValueId input : source.inputs) {
    const ValueId value = out.graph.addInput(source[input].name, source[input].type);
    inputs.push_back(frame[input.index] = aliases.addRoot(value));
  }
  rewriter.walk(source, frame);
  for (const ValueId output : source.outputs) {
    out.graph.outputs.push_back(output.valid() ? aliases.current(frame[output.index], {})
                                               : ValueId{});
  }
  for (const AliasMap::Id input : inputs) {
    out.finalInputs.push_back(aliases.isWritten(input) ? aliases.current(input, {}) : ValueId{});
  }
  return out;
}

}  // namespace mcc
