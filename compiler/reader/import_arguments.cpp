// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of the argument union, and what each kind of parameter takes.
#include "compiler/reader/import_arguments.h"

#include <algorithm>
#include <array>

#include "compiler/reader/bytes.h"
#include "compiler/reader/import_regions.h"

namespace mcc {
namespace {

using exported::Argument;
using exported::SymbolName;
using exported::TensorName;
using Kind = SchemaType::Kind;

struct HigherOrder {
  const char* target;
  std::array<const char*, 6> names;
};
constexpr HigherOrder kHigherOrder[] = {
    {"higher_order.cond", {"pred", "true_fn", "false_fn", "operands"}},
    {"higher_order.while_loop", {"cond_fn", "body_fn", "carried_inputs", "additional_inputs"}},
    {"higher_order.scan", {"combine_fn", "init", "xs", "additional_inputs"}},
    {"higher_order.associative_scan", {"combine_fn", "xs", "additional_inputs"}},
    {"higher_order.map_impl", {"f", "xs", "pos_args"}},
    {"higher_order.wrap_with_set_grad_enabled", {"enabled", "wrapped_fn"}},
    {"higher_order.wrap_with_autocast",
     {"device_type", "dtype", "enabled", "cache_enabled", "wrapped_fn"}},
};

// What an argument of the file is made of, as bits.
enum Element : unsigned {
  kNone = 1, kTensor = 2, kInteger = 4, kReal = 8, kBoolean = 16, kComplex = 32, kString = 64,
  kDtype = 128, kLayout = 256, kDevice = 512, kMemoryFormat = 1024, kOther = 2048
};
struct Form {
  Element element;
  bool isList;
};
// In the order of the alternatives of Argument::Value.
constexpr Form kForms[] = {
    {kNone, false},     {kTensor, false},   {kTensor, true},        {kTensor, false},
    {kTensor, true},    {kOther, true},     {kInteger, false},      {kInteger, true},
    {kOther, true},     {kReal, false},     {kReal, true},          {kOther, true},
    {kBoolean, false},  {kBoolean, true},   {kComplex, false},      {kString, false},
    {kString, true},    {kInteger, false},  {kInteger, true},       {kReal, false},
    {kReal, true},      {kBoolean, false},  {kBoolean, true},       {kDtype, false},
    {kMemoryFormat, false}, {kLayout, false}, {kDevice, false},     {kOther, false},
    {kOther, false},    {kOther, false},    {kOther, false},
};
static_assert(std::size(kForms) == std::variant_size_v<Argument::Value>);

struct Accepted {
  Kind kind;
  const char* name;
  unsigned single, inList;
};
constexpr unsigned kNumber = kInteger | kReal | kBoolean | kComplex;
constexpr Accepted kAccepted[] = {
    {Kind::tensor, "tensor", kTensor | kNumber, kTensor},
    {Kind::integer, "integer", kInteger | kBoolean, kInteger},
    {Kind::real, "real number", kInteger | kReal | kBoolean, kInteger | kReal},
    {Kind::boolean, "bool", kBoolean, kBoolean},
    {Kind::complex, "complex number", kNumber, kNumber},
    {Kind::scalar, "number", kNumber, kNumber},
    {Kind::string, "string", kString, kString},
    {Kind::dtype, "dtype", kDtype, 0},
    {Kind::layout, "layout", kLayout, 0},
    {Kind::device, "device", kDevice, 0},
    {Kind::memoryFormat, "memory format", kMemoryFormat, 0},
    {Kind::opaque, "None", 0, 0},
};

const Accepted& acceptedBy(Kind kind) {
  return *std::find_if(std::begin(kAccepted), std::end(kAccepted),
                       [&](const Accepted& row) { return row.kind == kind; });
}

bool accepts(const SchemaType& type, const Argument& argument) {
  const Form form = kForms[argument.value.index()];
  if (form.element == kNone) return type.optional;
  const Accepted& row = acceptedBy(type.kind);
  if (form.isList) return type.list && (row.inList & form.element) != 0;
  return (!type.list || type.listSize > 0) && (row.single & form.element) != 0;
}

std::string describe(const SchemaType& type) {
  const std::string name = acceptedBy(type.kind).name;
  if (type.list) return "a list of " + name + "s";
  return (name[0] == 'i' ? "an " : "a ") + name;
}

// One argument as an attribute; tensors become operands of `node`, graphs its regions.
class Converter {
 public:
  Converter(ImportScope& scope, Node& node, bool integersAreTensors)
      : scope_(scope), node_(node), integersAreTensors_(integersAreTensors) {}

  Attribute operator()(const exported::None&) { return {}; }
  Attribute operator()(bool value) { return value; }
  Attribute operator()(std::int64_t value) { return value; }
  Attribute operator()(double value) { return value; }
  Attribute operator()(const std::complex<double>& value) { return value; }
  Attribute operator()(const std::string& value) { return value; }
  Attribute operator()(const TensorName& tensor) { return operand(tensor.name); }

  Attribute operator()(const SymbolName& symbol) {
    const Definition& found = scope_.find(symbol.name);
    if (found.dim && !integersAreTensors_) return *found.dim;
    return operand(symbol.name);
  }

  Attribute operator()(exported::ScalarType type) {
    const auto dtype = dtypeFromScalarType(static_cast<std::int64_t>(type));
    if (!dtype) {
      throw Error(std::string("the dtype ") + exported::nameOf(type) + " is not supported");
    }
    return *dtype;
  }
  Attribute operator()(exported::MemoryFormat format) {
    constexpr const char* kNames[] = {"unknown", "contiguous", "channels_last", "channels_last_3d",
                                      "preserve"};
    return kNames[static_cast<std::size_t>(format)];
  }
  Attribute operator()(exported::Layout layout) {
    if (layout != exported::Layout::strided) throw Error("sparse layouts are not supported");
    return "strided";
  }
  Attribute operator()(const exported::Device& device) {
    if (device.type != "cpu") {
      throw Error("device " + quote(device.type) + " is not supported",
                  "move the model to the CPU before torch.export.export");
    }
    return device.type;
  }

  Attribute operator()(const exported::GraphArgument& region) {
    node_.regions.push_back(importRegion(*region.graph, scope_.symbols(), node_.origin));
    return {};
  }
  Attribute operator()(const exported::OperatorName& name) { return name.target; }
  Attribute operator()(const exported::CustomObject& object) {
    throw Error("the script object " + quote(object.name) + " is not supported");
  }
  Attribute operator()(const exported::Dictionary& items) { return (*this)(items.values); }
  Attribute operator()(const Argument& argument) { return std::visit(*this, argument.value); }

  template <class T>
  Attribute operator()(const std::vector<T>& list) {
    Attribute::List items;
    for (const auto& item : list) items.push_back((*this)(item));
    return items;
  }
  template <class T>
  Attribute operator()(const std::optional<T>& item) {
    return item ? (*this)(*item) : Attribute();
  }
  template <class T>
  Attribute operator()(const std::variant<T, SymbolName>& symbolic) {
    return std::visit(*this, symbolic);
  }

 private:
  Attribute operand(const std::string& name) {
    node_.inputs.push_back(scope_.tensor(name, node_.origin));
    return Operand{static_cast<std::uint32_t>(node_.inputs.size() - 1)};
  }

  ImportScope& scope_;
  Node& node_;
  bool integersAreTensors_;
};

[[noreturn]] void failArgument(const Node& node, const std::string& name, const std::string& what,
                               const std::string& hint = {}) {
  throw Error(node.target + ": argument " + quote(name) + what, hint);
}

// The parameter that an argument is for; null when there is no schema.
const SchemaParam* parameterOf(const Node& node, const Schema* schema, const std::string& name,
                               std::size_t position) {
  if (schema == nullptr) return nullptr;
  if (name.empty() && position < schema->params.size()) return &schema->params[position];
  const SchemaParam* found = schema->find(name);
  if (found == nullptr) failArgument(node, name, " is none that the operator has");
  return found;
}

// A whole number where a real one is declared is a real number.
Attribute asDeclared(const SchemaParam* parameter, Attribute value) {
  if (parameter == nullptr || parameter->type.kind != Kind::real) return value;
  if (value.is<bool>()) return value.as<bool>() ? 1.0 : 0.0;
  if (value.is<Dim>() && value.as<Dim>().isConstant()) {
    return static_cast<double>(value.as<Dim>().constant());
  }
  return value;
}

void importArgument(ImportScope& scope, const exported::NamedArgument& input,
                    const SchemaParam* parameter, const std::string& name, Node& node) {
  if (node.attributes.has(name)) failArgument(node, name, " is given twice");
  if (parameter != nullptr && !accepts(parameter->type, input.argument)) {
    failArgument(node, name,
                 " must be " + describe(parameter->type) + ", the file has " +
                     exported::tagOf(input.argument));
  }
  Converter convert(scope, node, parameter == nullptr && input.name.empty());
  try {
    Attribute value = asDeclared(parameter, convert(input.argument));
    if (input.argument.as<exported::GraphArgument>() == nullptr) {
      node.attributes.set(name, std::move(value));
    }
  } catch (const Error& error) {
    if (error.origin != Origin{}) throw;
    failArgument(node, name, std::string(": ") + error.what(), error.hint);
  }
}

void checkComplete(const Node& node, const Schema& schema) {
  for (const SchemaParam& parameter : schema.params) {
    if (!parameter.defaultValue && !node.attributes.has(parameter.name)) {
      failArgument(node, parameter.name, " is missing");
    }
  }
}

}  // namespace

std::string parameterName(const std::string& target, std::size_t position) {
  for (const HigherOrder& row : kHigherOrder) {
    if (target != row.target) continue;
    const auto named = static_cast<std::size_t>(
        std::find(row.names.begin(), row.names.end(), nullptr) - row.names.begin());
    if (position < named) return row.names[position];
    return "args_" + std::to_string(position - named);
  }
  return "args_" + std::to_string(position);
}

void importArguments(ImportScope& scope, const exported::Node& source, const Schema* schema,
                     Node& node) {
  for (std::size_t i = 0; i < source.inputs.size(); ++i) {
    const exported::NamedArgument& input = source.inputs[i];
    const SchemaParam* parameter = parameterOf(node, schema, input.name, i);
    std::string name = input.name;
    if (name.empty()) name = parameter ? parameter->name : parameterName(node.target, i);
    importArgument(scope, input, parameter, name, node);
  }
  if (schema != nullptr) checkComplete(node, *schema);
}

}  // namespace mcc
