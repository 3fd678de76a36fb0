// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators "foo_" become "foo"; those without such a twin are listed.
#include "passes/functionalize/pure_forms.h"

#include <algorithm>

namespace mcc {
namespace {

ValueId operandOf(const Node& node, const std::string& name) {
  const Attribute* found = node.attributes.find(name);
  if (found == nullptr || !found->is<Operand>()) return {};
  return node.inputs.at(found->as<Operand>().index);
}

// `value` in the type of the written tensor.
ValueId inTypeOf(Builder& builder, ValueId self, ValueId value) {
  return builder.expand(builder.cast(value, builder.dtype(self)), builder.shape(self));
}

ValueId copied(Builder& builder, const Node& node) {
  return inTypeOf(builder, node.inputs.at(0), operandOf(node, "src"));
}

ValueId filledWith(Builder& builder, ValueId self, const Attribute& value) {
  const DType dtype = builder.dtype(self);
  if (isInteger(dtype) && value.is<double>()) {
    const auto whole = static_cast<std::int64_t>(value.as<double>());
    return builder.full(whole, dtype, builder.shape(self));
  }
  return builder.full(value, dtype, builder.shape(self));
}

ValueId filled(Builder& builder, const Node& node) {
  const ValueId self = node.inputs.at(0);
  const ValueId value = operandOf(node, "value");
  if (!value.valid()) return filledWith(builder, self, *node.attributes.find("value"));
  return inTypeOf(builder, self, builder.reshape(value, {}));
}

ValueId zeroed(Builder& builder, const Node& node) {
  return filledWith(builder, node.inputs.at(0), Attribute(0));
}

// A diagonal of a matrix that is at least as wide as high; PyTorch wraps the others or leaves their
// lower part, by an argument.
ValueId filledDiagonal(Builder& builder, const Node& node) {
  const ValueId self = node.inputs.at(0);
  const Shape& shape = builder.shape(self);
  const bool isMatrix = shape.size() == 2 && shape[0].isConstant() && shape[1].isConstant();
  if (!isMatrix || (node.attributes.has("wrap") && node.attributes.boolean("wrap"))) {
    throw Error(node.target + " is supported for matrices of fixed size, without wrap");
  }
  TensorType line{builder.dtype(self), {min(shape[0], shape[1])}, {}};
  const ValueId value =
      builder.full(*node.attributes.find("fill_value"), line.dtype, line.shape);
  Node scatter;
  scatter.target = "aten.diagonal_scatter.default";
  scatter.origin = node.origin;
  scatter.inputs = {self, value};
  scatter.attributes = {{"self", Operand{0}}, {"src", Operand{1}}};
  Graph& graph = builder.graph();
  return graph[graph.append(std::move(scatter), {builder.type(self)})].outputs[0];
}

struct Special {
  const char* target;
  ValueId (*make)(Builder& builder, const Node& node);
};
constexpr Special kSpecial[] = {
    {"aten.copy_.default", copied},
    {"aten.fill_.Scalar", filled},
    {"aten.fill_.Tensor", filled},
    {"aten.fill_diagonal_.default", filledDiagonal},
    {"aten.zero_.default", zeroed},
};

struct Twin {
  const char* inPlace;
  const char* pure;
};
// Where the pure operator isn't called the same without the underscore.
constexpr Twin kTwins[] = {
    {"aten.__iand__.Scalar", "aten.bitwise_and.Scalar"},
    {"aten.__iand__.Tensor", "aten.bitwise_and.Tensor"},
    {"aten.__ilshift__.Scalar", "aten.__lshift__.Scalar"},
    {"aten.__ilshift__.Tensor", "aten.__lshift__.Tensor"},
    {"aten.__ior__.Scalar", "aten.bitwise_or.Scalar"},
    {"aten.__ior__.Tensor", "aten.bitwise_or.Tensor"},
    {"aten.__irshift__.Scalar", "aten.__rshift__.Scalar"},
    {"aten.__irshift__.Tensor", "aten.__rshift__.Tensor"},
    {"aten.__ixor__.Scalar", "aten.bitwise_xor.Scalar"},
    {"aten.__ixor__.Tensor", "aten.bitwise_xor.Tensor"},
    {"aten.float_power_.Scalar", "aten.float_power.Tensor_Scalar"},
    {"aten.float_power_.Tensor", "aten.float_power.Tensor_Tensor"},
    {"aten.floor_divide_.Tensor", "aten.floor_divide.default"},
    {"aten.ldexp_.default", "aten.ldexp.Tensor"},
    {"aten.pow_.Scalar", "aten.pow.Tensor_Scalar"},
    {"aten.pow_.Tensor", "aten.pow.Tensor_Tensor"},
};
// Operators that change the shape only.
constexpr Twin kViewsInPlace[] = {
    {"aten.squeeze_.default", "aten.squeeze.default"},
    {"aten.squeeze_.dim", "aten.squeeze.dim"},
    {"aten.squeeze_.dims", "aten.squeeze.dims"},
    {"aten.swapaxes_.default", "aten.swapaxes.default"},
    {"aten.swapdims_.default", "aten.swapdims.default"},
    {"aten.t_.default", "aten.t.default"},
    {"aten.transpose_.default", "aten.transpose.int"},
    {"aten.unsqueeze_.default", "aten.unsqueeze.default"},
    {"aten.detach_.default", "aten.detach.default"},
    {"aten.requires_grad_.default", "aten.detach.default"},
};
constexpr const char* kResizing[] = {"aten.resize_.default", "aten.resize_as_.default",
                                     "aten.set_.default", "aten.set_.source_Tensor"};

template <std::size_t N>
const Twin* findTwin(const Twin (&table)[N], const std::string& target) {
  const auto at = std::find_if(std::begin(table), std::end(table),
                               [&](const Twin& row) { return target == row.inPlace; });
  return at == std::end(table) ? nullptr : at;
}

std::string pureTarget(const std::string& target) {
  if (const Twin* twin = findTwin(kTwins, target)) return twin->pure;
  const std::size_t end = target.rfind('.');
  if (end == 0 || end == std::string::npos || target[end - 1] != '_') return {};
  return target.substr(0, end - 1) + target.substr(end);
}

// torch.promote_types for two types of one domain.
DType promoted(DType a, DType b) {
  if (a == b) return a;
  if (byteSize(a) != byteSize(b)) return byteSize(a) > byteSize(b) ? a : b;
  return isInteger(a) ? DType::i16 : DType::f32;  // u8 with i8; f16 with bf16
}

// The type of the pure operator's result: comparisons give bool, and a wider operand of the same
// kind of number a wider result.
DType resultDtype(Builder& builder, const Node& node) {
  constexpr const char* kBoolean[] = {"eq_", "ne_", "lt_", "le_", "gt_", "ge_", "logical_and_",
                                      "logical_or_", "logical_xor_", "logical_not_", "greater_",
                                      "greater_equal_", "less_", "less_equal_", "not_equal_"};
  const std::size_t start = node.target.find('.') + 1;
  const std::string name = node.target.substr(start, node.target.find('.', start) - start);
  if (std::find(std::begin(kBoolean), std::end(kBoolean), name) != std::end(kBoolean)) {
    return DType::boolean;
  }
  const ValueId self = node.inputs.at(0);
  const DType own = builder.dtype(self);
  const ValueId other = operandOf(node, "other");
  if (!other.valid() || domain(builder.dtype(other)) != domain(own)) return own;
  if (builder.rank(other) == 0 && builder.rank(self) > 0) return own;
  return promoted(own, builder.dtype(other));
}

// Arguments under the pure operator's names for them: dropout_(self) is dropout(input).
Attributes renamed(const Attributes& given, const Schema& from, const Schema& to) {
  Attributes out;
  for (const auto& [name, value] : given.items()) {
    const auto at =
        std::find_if(from.params.begin(), from.params.end(),
                     [&wanted = name](const SchemaParam& p) { return p.name == wanted; });
    const auto position = static_cast<std::size_t>(at - from.params.begin());
    const bool known = position < from.params.size() && position < to.params.size();
    out.set(known && to.find(name) == nullptr ? to.params[position].name : name, value);
  }
  return out;
}

}  // namespace

ValueId pureForm(Builder& builder, const Node& node) {
  for (const Special& row : kSpecial) {
    if (node.target == row.target) return row.make(builder, node);
  }
  if (std::find(std::begin(kResizing), std::end(kResizing), node.target) != std::end(kResizing)) {
    throw Error(node.target + " changes a tensor's size in place, which is not supported",
                "make a new tensor of the size wanted", node.origin);
  }
  Node pure = node;
  pure.target = pureTarget(node.target);
  const std::shared_ptr<const Schema> schema = findSchema(pure.target);
  if (schema == nullptr) {
    throw Error(node.target + ": writing in place is not supported",
                "use the operator that gives a new tensor", node.origin);
  }
  if (const auto inPlace = findSchema(node.target)) {
    pure.attributes = renamed(node.attributes, *inPlace, *schema);
  }
  const TensorType& self = builder.type(node.inputs.at(0));
  const TensorType type{resultDtype(builder, node), self.shape, {}};
  const DType wanted = self.dtype;
  Graph& graph = builder.graph();
  return builder.cast(graph[graph.append(std::move(pure), {type})].outputs[0], wanted);
}

std::string viewInPlace(const std::string& target) {
  const Twin* twin = findTwin(kViewsInPlace, target);
  return twin == nullptr ? std::string() : twin->pure;
}

}  // namespace mcc
