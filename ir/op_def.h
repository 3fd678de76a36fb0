// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpDef: all that the compiler knows of an operator, besides its kernels. One constant per row of
// ops.def, defined in ir/ops/<name>.cpp; rows of pointwise.def share one definition by kind.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "ir/module.h"

namespace mcc {

class Lowering;  // ir/lowering.h

// A node to infer: its attributes and the types of its operands. Absent operands have a null type.
struct OpView {
  const Node& node;
  std::vector<const TensorType*> inputs;
  std::vector<Guard>* assumed = nullptr;  // takes what is asked of symbolic sizes, unless null

  bool has(std::size_t i) const { return i < inputs.size() && inputs[i] != nullptr; }
  const TensorType& input(std::size_t i) const;  // Error when absent
  const Attributes& attributes() const { return node.attributes; }
};

// A node to evaluate: concrete operands in, concrete results out.
class EvalContext {
 public:
  using RunRegion = std::function<std::vector<Tensor>(std::size_t, const std::vector<Tensor>&)>;
  const Node& node;
  std::vector<Tensor> inputs;  // absent operands: default-constructed (rank 0, no data)
  std::vector<bool> present;   // parallel to inputs
  std::vector<TensorType> resultTypes;
  Bindings& bindings;  // symbols; ops that define one write here
  RunRegion runRegion;
  std::vector<Tensor> results;

  bool has(std::size_t i) const { return i < inputs.size() && present[i]; }
  const Tensor& in(std::size_t i) const { return inputs[i]; }
  std::int64_t integer(const std::string& name) const;  // attribute, evaluated
  Sizes integers(const std::string& name) const;
  Sizes shapeOf(std::size_t result) const;  // of resultTypes[result], evaluated
  Tensor make(std::size_t result) const;    // zeros of that type and shape
};

struct OpDef {
  Op op;
  // Result types from operands and attributes alone; Error when they don't fit together.
  std::vector<TensorType> (*infer)(const OpView& view);
  // The reference meaning: fills context.results. Null: can't run on the host (call).
  void (*evaluate)(EvalContext& context);
  // Its kernel calls. Null: handled by the lowering itself (sources, regions, pointwise).
  void (*lower)(Lowering& lowering) = nullptr;
};

const OpDef& opDef(Op op);

// `assumed`: takes what must hold of symbolic sizes for the node to be right and in bounds, as far
// as it doesn't hold for all their values.
std::vector<TensorType> inferTypes(const Graph& graph, const Node& node,
                                   std::vector<Guard>* assumed = nullptr);

// Shapes stretched to a common one as NumPy does; symbolic sizes that can't be shown different
// count as equal. Error when they differ.
Shape broadcastShapes(const std::vector<Shape>& shapes, std::vector<Guard>* assumed = nullptr);

}  // namespace mcc
