// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call: a function the user provides for the exported operator Node::target. `names` and
// `arguments` are parallel; an argument is an operand, a number, a text, None, or a list of one
// kind of those. `dtypes` and `shapes` are those of the results. Only the generated program can
// run it.
#include "ir/diagnostics.h"
#include "ir/lowering.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

const Attribute::List& listOf(const Node& node, const char* name) {
  const Attribute* found = node.attributes.find(name);
  if (found == nullptr || !found->is<Attribute::List>()) {
    throw Error("call " + node.target + " needs a list '" + name + "'");
  }
  return found->as<Attribute::List>();
}

std::vector<TensorType> inferCall(const OpView& view) {
  const Attribute::List& dtypes = listOf(view.node, "dtypes");
  const Attribute::List& shapes = listOf(view.node, "shapes");
  if (dtypes.size() != shapes.size()) throw Error("a call has one dtype and shape for each result");
  if (listOf(view.node, "names").size() != listOf(view.node, "arguments").size()) {
    throw Error("a call has one name for each argument");
  }
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < dtypes.size(); ++i) {
    const Attributes one{{"dtype", dtypes[i]}, {"shape", shapes[i]}};
    types.push_back({one.dtype("dtype"), one.dims("shape"), std::nullopt});
  }
  return types;
}

Arg argumentOf(Lowering& lowering, const Attribute& value) {
  if (value.is<Operand>()) return lowering.in(value.as<Operand>().index);
  if (value.is<bool>()) return Lowering::literal(value, DType::boolean);
  if (value.is<Dim>()) return Lowering::literal(value, DType::i64);
  if (value.is<double>()) return Lowering::literal(value, DType::f64);
  Arg arg;
  if (value.is<std::string>()) {
    arg.kind = Arg::Kind::string;
    arg.text = value.as<std::string>();
  } else if (value.is<Attribute::List>()) {
    arg.kind = Arg::Kind::list;
    for (const Attribute& item : value.as<Attribute::List>()) {
      arg.items.push_back(argumentOf(lowering, item));
    }
  }
  return arg;
}

void lowerCall(Lowering& lowering) {
  const Node& node = lowering.node();
  const Attribute::List& arguments = listOf(node, "arguments");
  Step step;
  step.isCustom = true;
  step.kernel = step.title = node.target;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    step.args.push_back(argumentOf(lowering, arguments[i]));
    step.args.back().name = listOf(node, "names")[i].as<std::string>();
  }
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    step.args.push_back(Lowering::write(lowering.result(i)));
    step.args.back().name = i == 0 ? "out" : "out_" + std::to_string(i);
  }
  lowering.emit(std::move(step));
}

}  // namespace

extern const OpDef callDef;
const OpDef callDef = {Op::call, inferCall, nullptr, lowerCall};

}  // namespace mcc
