// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the graph's inputs and outputs stand for: one row for each kind of specification.
#include "compiler/reader/export_parts.h"

namespace mcc::exported {
namespace {

using In = InputSpec::Kind;
using Out = OutputSpec::Kind;

enum class Form { argument, tensor, customObject };  // of the field "arg"

template <class Kind>
struct SpecRow {
  const char* tag;
  Kind kind;
  Form form;
  const char* target;  // the field that names what is meant; null when there is none
};

constexpr SpecRow<In> kInputs[] = {
    {"user_input", In::userInput, Form::argument, nullptr},
    {"parameter", In::parameter, Form::tensor, "parameter_name"},
    {"buffer", In::buffer, Form::tensor, "buffer_name"},
    {"tensor_constant", In::tensorConstant, Form::tensor, "tensor_constant_name"},
    {"custom_obj", In::customObject, Form::customObject, "custom_obj_name"},
    {"token", In::token, Form::tensor, nullptr},
};

constexpr SpecRow<Out> kOutputs[] = {
    {"user_output", Out::userOutput, Form::argument, nullptr},
    {"buffer_mutation", Out::bufferMutation, Form::tensor, "buffer_name"},
    {"parameter_mutation", Out::parameterMutation, Form::tensor, "parameter_name"},
    {"user_input_mutation", Out::userInputMutation, Form::tensor, "user_input_name"},
    {"loss_output", Out::lossOutput, Form::tensor, nullptr},
    {"gradient_to_parameter", Out::gradientToParameter, Form::tensor, "parameter_name"},
    {"gradient_to_user_input", Out::gradientToUserInput, Form::tensor, "user_input_name"},
    {"token", Out::token, Form::tensor, nullptr},
};

Argument readSpecArgument(JsonValue json, Form form) {
  if (form == Form::argument) return readArgument(json);
  if (form == Form::customObject) return {readCustomObject(json)};
  return {TensorName{json.at("name").string()}};
}

template <class Spec, class Rows>
Spec readSpec(JsonValue json, const Rows& rows) {
  const auto [tag, fields] = json.tagged();
  for (const auto& row : rows) {
    if (tag != row.tag) continue;
    Spec spec;
    spec.kind = row.kind;
    spec.argument = readSpecArgument(fields.at("arg"), row.form);
    if (row.target != nullptr) spec.target = fields.at(row.target).string();
    return spec;
  }
  json.fail("unknown tag " + tag);
}

InputSpec readInputSpec(JsonValue json) {
  const auto [tag, fields] = json.tagged();
  if (tag == "constant_input") {
    InputSpec spec;
    spec.kind = In::constantInput;
    spec.argument = readArgument(fields.at("value"));
    spec.target = fields.at("name").string();
    return spec;
  }
  InputSpec spec = readSpec<InputSpec>(json, kInputs);
  if (spec.kind == In::buffer) {
    if (const auto persistent = fields.find("persistent")) spec.persistent = persistent->boolean();
  }
  return spec;
}

OutputSpec readOutputSpec(JsonValue json) {
  return readSpec<OutputSpec>(json, kOutputs);
}

}  // namespace

GraphSignature readSignature(JsonValue json) {
  return {readList(json.at("input_specs"), readInputSpec),
          readList(json.at("output_specs"), readOutputSpec)};
}

}  // namespace mcc::exported
