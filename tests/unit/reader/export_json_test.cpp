// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs as text: what every release writes, what may be absent, where a node comes from.
#include "compiler/reader/export_json.h"

#include <doctest/doctest.h>

#include "compiler/reader/export_parts.h"

namespace mcc::exported {
namespace {

// A program out of its parts; an empty part is absent.
struct Parts {
  std::string nodes = "[]";
  std::string values = "{}";
  std::string inputSpecs = "[]";
  std::string outputSpecs = "[]";
  std::string module;  // further fields of graph_module, each followed by a comma
  std::string top;     // further fields of the program
  std::string version = R"({"major": 8, "minor": 20})";
};

std::string textOf(const Parts& parts) {
  return R"({"graph_module": {)" + parts.module + R"("graph": {"inputs": [], "outputs": [],
      "nodes": )" +
         parts.nodes + R"(, "tensor_values": )" + parts.values +
         R"(}, "signature": {"input_specs": )" + parts.inputSpecs + R"(, "output_specs": )" +
         parts.outputSpecs + "}}, " + parts.top + R"("schema_version": )" + parts.version + "}";
}

ExportedProgram parse(const Parts& parts) {
  Diagnostics diagnostics;
  return parseExportedProgram("m.json", textOf(parts), diagnostics);
}

Error refusal(const Parts& parts) {
  try {
    parse(parts);
  } catch (const Error& error) {
    return error;
  }
  return Error("accepted");
}

bool refuses(const Parts& parts, const std::string& words) {
  const std::string message = refusal(parts).what();
  CAPTURE(message);
  return message.find(words) != message.npos;
}

Origin originOf(const std::string& trace, const std::string& modules = "") {
  Origin origin;
  readStackTrace(trace, isInTorchModule(modules), origin);
  readModuleStack(modules, origin);
  return origin;
}

}  // namespace

TEST_CASE("programs: nodes of today's files and of files before node names") {
  Parts parts;
  parts.nodes = R"([{"target": "torch.ops.aten.relu.default", "name": "relu",
      "inputs": [{"name": "self", "arg": {"as_tensor": {"name": "x"}}, "kind": 1}],
      "outputs": [{"as_tensor": {"name": "relu"}}], "is_hop_single_tensor_return": null,
      "metadata": {"stack_trace": "File \"net.py\", line 7, in forward\n    return x",
                   "nn_module_stack": "L__self__,,pkg.Net;L__self___act,act,pkg.Act"}},
    {"target": "torch.ops.aten.split.Tensor", "inputs": [], "unknown": [1],
     "outputs": [{"as_tensors": [{"name": "getitem"}, {"name": "split_unused_1"}]}]}])";
  const Graph graph = parse(parts).module.graph;
  CHECK(graph.nodes[0].name == "relu");
  CHECK(graph.nodes[0].inputs[0].kind == ArgumentKind::positional);
  CHECK(graph.nodes[0].origin == Origin{"relu", "act", "net.py", 7});
  CHECK(graph.nodes[1].name == "getitem");
  CHECK(graph.nodes[1].origin.node == "getitem");
}

TEST_CASE("programs: tensor metadata, with what older files leave out") {
  Parts parts;
  parts.values = R"({"x": {"dtype": 7, "sizes": [{"as_int": 2}, {"as_expr": {"expr_str": "s0",
      "hint": {"as_int": 5}}}]}, "y": {"dtype": 13, "sizes": [], "strides": [], "layout": 1,
      "device": {"type": "cpu", "index": null}, "storage_offset": {"as_int": 0},
      "requires_grad": true}})";
  const auto values = parse(parts).module.graph.tensorValues;
  const TensorMeta& x = values.at("x");
  CHECK(std::get<std::int64_t>(x.sizes[0]) == 2);
  CHECK(std::get<Expression>(x.sizes[1]).text == "s0");
  CHECK(std::get<std::int64_t>(*std::get<Expression>(x.sizes[1]).hint) == 5);
  CHECK(x.layout == Layout::strided);
  CHECK(values.at("y").dtype == ScalarType::bf16);
  CHECK(values.at("y").layout == Layout::sparseCoo);
}

TEST_CASE("programs: every kind of input and output specification") {
  Parts parts;
  parts.inputSpecs = R"([{"parameter": {"arg": {"name": "p"}, "parameter_name": "fc.weight"}},
      {"buffer": {"arg": {"name": "b"}, "buffer_name": "bn.mean", "persistent": false}},
      {"tensor_constant": {"arg": {"name": "c"}, "tensor_constant_name": "lifted"}},
      {"custom_obj": {"arg": {"name": "o", "class_fqn": "C"}, "custom_obj_name": "obj"}},
      {"token": {"arg": {"name": "t"}}}, {"user_input": {"arg": {"as_none": true}}},
      {"constant_input": {"name": "k", "value": {"as_float": 2.5}}}])";
  parts.outputSpecs = R"([{"buffer_mutation": {"arg": {"name": "n"}, "buffer_name": "bn.mean"}},
      {"parameter_mutation": {"arg": {"name": "n"}, "parameter_name": "w"}},
      {"user_input_mutation": {"arg": {"name": "n"}, "user_input_name": "x"}},
      {"user_output": {"arg": {"as_int": 3}}}])";
  const GraphSignature signature = parse(parts).module.signature;
  using In = InputSpec::Kind;
  const std::vector<In> kinds = {In::parameter, In::buffer,    In::tensorConstant, In::customObject,
                                 In::token,     In::userInput, In::constantInput};
  for (std::size_t i = 0; i < kinds.size(); ++i) CHECK(signature.inputs[i].kind == kinds[i]);
  CHECK(signature.inputs[0].target == "fc.weight");
  CHECK(signature.inputs[0].argument.as<TensorName>()->name == "p");
  CHECK(!signature.inputs[1].persistent);
  CHECK(signature.inputs[6].target == "k");
  CHECK(*signature.inputs[6].argument.as<double>() == 2.5);
  CHECK(signature.outputs[2].kind == OutputSpec::Kind::userInputMutation);
  CHECK(signature.outputs[2].target == "x");
  CHECK(*signature.outputs[3].argument.as<std::int64_t>() == 3);
  parts.inputSpecs = R"([{"soul_input": {}}])";
  CHECK(refuses(parts, "unknown tag soul_input"));
}

TEST_CASE("programs: top-level fields") {
  Parts parts;
  parts.top = R"("range_constraints": {"s0": {"min_val": 2, "max_val": 64},
      "u0": {"min_val": 0, "max_val": null}}, "guards_code": ["a", "b"], "opset_version":
      {"aten": 10}, "verifiers": ["TRAINING"], "torch_version": "2.14.1", "new_field": {},)";
  const ExportedProgram program = parse(parts);
  CHECK(program.rangeConstraints.at("s0").max == 64);
  CHECK(!program.rangeConstraints.at("u0").max);
  CHECK(program.guards == std::vector<std::string>{"a", "b"});
  CHECK(program.opsetVersion.at("aten") == 10);
  CHECK(program.verifiers == std::vector<std::string>{"TRAINING"});
  CHECK(program.torchVersion == "2.14.1");
}

TEST_CASE("programs: versions of the schema") {
  Parts parts;
  parts.version = R"({"major": 9, "minor": 0})";
  CHECK(refuses(parts, "schema 9.0"));
  parts.version = R"({"major": 7, "minor": 3})";
  CHECK(parse(parts).schemaMajor == 7);
  parts.version = R"({"major": 8, "minor": 999})";
  Diagnostics diagnostics;
  parseExportedProgram("m.json", textOf(parts), diagnostics);
  CHECK(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].severity == Severity::warning);
}

TEST_CASE("programs: a complaint about a node bears its origin and path") {
  Parts parts;
  parts.nodes = R"([{"target": "t", "name": "conv", "outputs": [], "inputs": [{"name": "stride",
      "arg": {"as_ints": [1.5]}}], "metadata": {"stack_trace": "File \"net.py\", line 3, in f"}}])";
  const Error error = refusal(parts);
  CHECK(error.origin == Origin{"conv", "", "net.py", 3});
  CHECK(std::string(error.what()) ==
        "m.json: graph_module.graph.nodes[0] (\"conv\").inputs[0] (\"stride\").arg.as_ints[0]: "
        "expected an integer, found the number 1.5");
}

TEST_CASE("programs: impossible tensors are refused by name") {
  const auto with = [](const std::string& meta) {
    Parts parts;
    parts.values = "{\"img\": " + meta + "}";
    return parts;
  };
  CHECK(refuses(with(R"({"dtype": 0, "sizes": []})"), "tensor_values.img.dtype"));
  CHECK(refuses(with(R"({"dtype": 7, "sizes": [{"as_int": -1}]})"), "img.sizes[0]"));
  CHECK(refuses(with(R"({"dtype": 7, "sizes": [{"as_int": 16777216}, {"as_int": 33554432}]})"),
                "img.sizes"));
  std::string ones = "{\"as_int\": 1}";
  for (int i = 0; i < 64; ++i) ones += ", {\"as_int\": 1}";
  CHECK(refuses(with(R"({"dtype": 7, "sizes": [)" + ones + "]}"), "rank 65"));
}

TEST_CASE("programs: the call signature") {
  Parts parts;
  parts.module = R"("module_call_graph": [{"fqn": "", "signature": {"inputs": [], "outputs": [],
      "in_spec": "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]",
      "out_spec": "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]",
      "forward_arg_names": ["image"]}}, {"fqn": "conv"}],
      "treespec_namedtuple_fields": {"pkg.Pair": {"field_names": ["first", "second"]}},)";
  const GraphModule module = parse(parts).module;
  CHECK(module.call->argumentNames == std::vector<std::string>{"image"});
  CHECK(module.call->inputs.leafCount() == 1);
  CHECK(module.namedTupleFields.at("pkg.Pair").size() == 2);
}

TEST_CASE("origins: the innermost frame of the user's own code") {
  CHECK(originOf("").line == 0);
  CHECK(originOf("no trace at all").file.empty());
  CHECK(originOf("File \"net.py\", line 12, in forward\n    x = self.conv(x)").line == 12);
  const Origin deep = originOf(
      "File \"/src/app/model.py\", line 4, in forward\n    y = self.body(x)\n"
      "  File \"/src/app/body.py\", line 9, in forward\n    z = self.conv(y)\n"
      "  File \"/usr/lib/python3/dist-packages/torch/nn/modules/conv.py\", line 554, in forward");
  CHECK(deep == Origin{"", "", "body.py", 9});
  // Another library's frame says more than the user's call of the whole.
  CHECK(originOf("File \"net.py\", line 2, in f\n"
                 "File \"/usr/lib/dist-packages/torchvision/models/resnet.py\", line 92, in f\n"
                 "File \"/usr/lib/dist-packages/torch/nn/modules/linear.py\", line 134, in f") ==
        Origin{"", "", "resnet.py", 92});
  // Torch's own lines tell the user nothing: the module path has to do.
  CHECK(originOf("File \"torch/nn/modules/container.py\", line 250, in forward\n"
                 "File \"torch/nn/modules/linear.py\", line 134, in forward") == Origin{});
  CHECK(originOf("File \"<eval_with_key>.7\", line 5, in forward") == Origin{});
  // Without directories torch's own files are known by name, behind the user's and in its modules.
  CHECK(originOf("File \"net.py\", line 2, in f\nFile \"conv.py\", line 5, in g").file == "net.py");
  CHECK(originOf("File \"conv.py\", line 5, in forward", "L__self__,,conv.Net").file == "conv.py");
  CHECK(originOf("File \"container.py\", line 5, in f\nFile \"linear.py\", line 134, in forward",
                 "L__self__,,net.Net;k,body.0,torch.nn.modules.linear.Linear") ==
        Origin{"", "body.0", "", 0});
  CHECK(originOf("File \"C:\\net\\a.py\", line 3, in f").file == "a.py");
  CHECK(originOf("File \"a.py\", line 99999999999999999999, in f").line == 0);
}

TEST_CASE("origins: the innermost module") {
  const auto module = [](const std::string& stack) { return originOf("", stack).module; };
  CHECK(module("L__self__,,pkg.Net") == "");
  CHECK(module("L__self__,,pkg.Net;L__self___features_0,features.0,torch.nn.Conv2d") ==
        "features.0");
  CHECK(module("L__self__,,pkg.Net;k,body[\"a,b;c\"].x,pkg.T[a, b]") == "body[\"a,b;c\"].x");
  CHECK(module("L__self__,,pkg.Net(;k,body,pkg.T") == "body");
  CHECK(module("rubbish") == "");
}

}  // namespace mcc::exported
