// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over graphs: where every value lives, and which step computes it.
#include "passes/lower.h"

#include <algorithm>

#include "ir/op_def.h"
#include "passes/lower/lowerer.h"

namespace mcc {
namespace {

bool isSource(const Node* producer) {
  return producer == nullptr || producer->op == Op::constant;
}

// Results of these are views of an operand whenever they can be.
bool isView(Op op) { return op == Op::reshape; }

}  // namespace

BufferId Lowerer::addBuffer(Buffer buffer) {
  TensorType type{buffer.dtype, buffer.shape, std::nullopt};
  if (buffer.storage == Buffer::Storage::arena) {
    const Range range = type.bytes().bounds(module_.ranges());
    if (!range.bounded()) {
      throw Error("the size " + text(buffer.shape) + " of an intermediate has no upper bound",
                  "give the dimension a bound with --max NAME=N (`mcc inspect` lists the names)");
    }
    buffer.maxBytes = std::max<std::int64_t>(range.max, 0);
  }
  program_.buffers.push_back(std::move(buffer));
  return static_cast<BufferId>(program_.buffers.size() - 1);
}

BufferId Lowerer::arena(const TensorType& type, std::string name) {
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.dtype = type.dtype;
  buffer.shape = type.shape;
  return addBuffer(std::move(buffer));
}

BufferId Lowerer::viewOf(BufferId whole, const TensorType& type, const Dim& offset,
                         std::string name) {
  Buffer view;
  view.name = std::move(name);
  view.dtype = type.dtype;
  view.shape = type.shape;
  view.storage = Buffer::Storage::view;
  view.index = whole;
  view.offset = offset;
  return addBuffer(std::move(view));
}

BufferId Lowerer::constant(const TensorRef& tensor, std::string name) {
  const auto known = constants_.find(tensor);
  if (known != constants_.end()) return known->second;
  const std::string hash = tensor->contentHash();
  const auto same = constantsByHash_.find(hash);
  if (same != constantsByHash_.end()) return constants_[tensor] = same->second;
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.dtype = tensor->dtype();
  buffer.shape = tensor->type().shape;
  buffer.storage = Buffer::Storage::constant;
  buffer.index = static_cast<std::uint32_t>(program_.constants.size());
  program_.constants.push_back(tensor);
  return constants_[tensor] = constantsByHash_[hash] = addBuffer(std::move(buffer));
}

std::uint32_t Lowerer::functor(Expression expression, bool isEpilogue) {
  for (std::size_t i = 0; i < program_.functors.size(); ++i) {
    if (program_.functorIsEpilogue[i] == isEpilogue && program_.functors[i] == expression) {
      return static_cast<std::uint32_t>(i);
    }
  }
  program_.functors.push_back(std::move(expression));
  program_.functorIsEpilogue.push_back(isEpilogue);
  return static_cast<std::uint32_t>(program_.functors.size() - 1);
}

std::string Lowerer::freshSymbol() { return "i" + std::to_string(nextSymbol_++); }

void Lowerer::copy(BufferId from, BufferId to, const Origin& origin, std::vector<Step>& steps) {
  Step step;
  step.kernel = "copy";
  step.args = {Lowering::read(from), Lowering::write(to),
               Lowering::integer(product(buffer(to).shape))};
  step.origin = origin;
  step.title = "copy";
  steps.push_back(std::move(step));
}

BufferId Lowerer::operand(Scope& scope, ValueId value) {
  BufferId& id = scope.buffers.at(value.index);
  if (id != kNoBuffer) return id;
  const Node* producer = scope.graph.producer(value);
  if (producer == nullptr || producer->op != Op::constant) {
    throw InternalError("an operand that nothing computed");
  }
  return id = constant(producer->attributes.tensor("tensor"), scope.graph[value].name);
}

BufferId Lowerer::result(Scope& scope, const Node& node, std::size_t i) {
  const ValueId value = node.outputs.at(i);
  BufferId& id = scope.buffers[value.index];
  if (id == kNoBuffer) id = scope.destinations[value.index];
  if (id == kNoBuffer) id = arena(scope.graph[value].type, scope.graph[value].name);
  return id;
}

bool Lowerer::canBeGivenDestination(const Scope& scope, ValueId value) const {
  const Node* producer = scope.graph.producer(value);
  return !isSource(producer) && scope.destinations[value.index] == kNoBuffer;
}

// A reshape whose result has a place: its operand is computed there.
void Lowerer::planReshape(Scope& scope, const Node& node) {
  const BufferId place = scope.destinations[node.outputs[0].index];
  if (place == kNoBuffer || !canBeGivenDestination(scope, node.inputs[0])) return;
  const Value& operand = scope.graph[node.inputs[0]];
  scope.destinations[node.inputs[0].index] = viewOf(place, operand.type, 0, operand.name);
}

// A concat along the outermost dimension that matters: parts are computed where they belong.
void Lowerer::planConcat(Scope& scope, const Node& node) {
  const TensorType& whole = scope.graph[node.outputs[0]].type;
  const std::int64_t axis = node.attributes.integer("axis");
  for (std::int64_t d = 0; d < axis; ++d) {
    if (whole.dim(d) != Dim(1)) return;
  }
  const BufferId place = result(scope, node, 0);
  Dim offset = 0;
  for (const ValueId part : node.inputs) {
    const TensorType& type = scope.graph[part].type;
    if (canBeGivenDestination(scope, part)) {
      scope.destinations[part.index] = viewOf(place, type, offset, scope.graph[part].name);
    }
    offset = offset + type.elementCount();
  }
}

void Lowerer::planDestinations(Scope& scope) {
  const std::vector<NodeId>& order = scope.graph.order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const Node& node = scope.graph[*at];
    if (isView(node.op)) planReshape(scope, node);
    if (node.op == Op::concat) planConcat(scope, node);
  }
}

void Lowerer::node(Scope& scope, NodeId id) {
  const Node& node = scope.graph[id];
  if (node.op == Op::constant) return;  // see operand()
  try {
    if (lowerRegions(*this, scope, node) || lowerChecks(*this, scope, node) ||
        lowerMovement(*this, scope, node) || lowerPointwise(*this, scope, node)) {
      return;
    }
    lowerByDefinition(*this, scope, node);
  } catch (Error& error) {
    if (error.origin == Origin{}) error.origin = node.origin;
    throw;
  }
}

// Constants that nobody reads any more would otherwise lie beside their packed form.
void Lowerer::releaseOperands(const Node& node) {
  for (const ValueId operand : node.inputs) {
    if (!operand.valid() || --unread_[operand.index] > 0) continue;
    const NodeId producer = module_.graph[operand].producer;
    if (producer.valid() && module_.graph[producer].op == Op::constant) {
      module_.graph[producer].attributes.erase("tensor");
    }
  }
}

std::vector<BufferId> Lowerer::graph(const Graph& graph, const std::vector<BufferId>& inputs,
                                     const std::vector<BufferId>& outputs,
                                     std::vector<Step>& steps) {
  Scope scope{graph, std::vector<BufferId>(graph.valueCount(), kNoBuffer),
              std::vector<BufferId>(graph.valueCount(), kNoBuffer), graph.useCounts(), steps};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    scope.buffers[graph.inputs[i].index] = inputs[i];
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const ValueId value = graph.outputs[i];
    if (outputs[i] == kNoBuffer || !value.valid() || !canBeGivenDestination(scope, value)) continue;
    scope.destinations[value.index] = outputs[i];
  }
  planDestinations(scope);
  for (const NodeId id : graph.order()) {
    node(scope, id);
    if (&graph == &module_.graph) releaseOperands(graph[id]);
  }
  std::vector<BufferId> places;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const BufferId place = operand(scope, graph.outputs[i]);
    if (outputs[i] != kNoBuffer && place != outputs[i]) {
      const Node* producer = graph.producer(graph.outputs[i]);
      copy(place, outputs[i], producer != nullptr ? producer->origin : Origin{}, steps);
    }
    places.push_back(outputs[i] != kNoBuffer ? outputs[i] : place);
  }
  return places;
}

void Lowerer::run() {
  std::vector<BufferId> inputs;
  const Graph& root = module_.graph;
  for (std::size_t i = 0; i < root.inputs.size(); ++i) {
    const TensorType& type = root[root.inputs[i]].type;
    const bool isState = module_.inputs[i].kind == InputKind::state;
    inputs.push_back(addBuffer({module_.inputs[i].name, type.dtype, type.shape,
                                isState ? Buffer::Storage::state : Buffer::Storage::input,
                                static_cast<std::uint32_t>(i), 0, 0, 0}));
  }
  std::vector<BufferId> outputs;
  for (std::size_t i = 0; i < root.outputs.size(); ++i) {
    const OutputInfo& info = module_.outputs[i];
    const TensorType& type = root[root.outputs[i]].type;
    outputs.push_back(info.kind != OutputKind::user
                          ? kNoBuffer  // written back at the end, when nobody reads the old value
                          : addBuffer({info.name, type.dtype, type.shape, Buffer::Storage::output,
                                       static_cast<std::uint32_t>(i), 0, 0, 0}));
  }
  const std::vector<BufferId> places = graph(root, inputs, outputs, program_.steps);
  for (std::size_t i = 0; i < root.outputs.size(); ++i) {
    const OutputInfo& info = module_.outputs[i];
    if (info.kind == OutputKind::user || places[i] == inputs[info.target]) continue;
    const Node* producer = root.producer(root.outputs[i]);
    copy(places[i], inputs[info.target], producer != nullptr ? producer->origin : Origin{},
         program_.steps);
  }
}

Program lower(Module& module, const Target& target) {
  Program program;
  program.module = &module;
  program.target = &target;
  Lowerer(program, module).run();
  return program;
}

}  // namespace mcc
