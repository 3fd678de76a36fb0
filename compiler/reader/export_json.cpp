// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The top level of a program's JSON: versions, constraints, the module's call signature.
#include "compiler/reader/export_json.h"

#include "compiler/reader/bytes.h"
#include "compiler/reader/export_parts.h"

namespace mcc::exported {
namespace {

constexpr std::int64_t kOldestMajor = 7;
constexpr std::int64_t kNewestMajor = 8;
constexpr std::int64_t kNewestMinor = 20;

void readSchemaVersion(JsonValue json, ExportedProgram& program, Diagnostics& diagnostics) {
  program.schemaMajor = json.at("major").integer();
  program.schemaMinor = json.at("minor").integer();
  const std::string version =
      std::to_string(program.schemaMajor) + "." + std::to_string(program.schemaMinor);
  if (program.schemaMajor < kOldestMajor || program.schemaMajor > kNewestMajor) {
    json.fail("schema " + version + " is none that mcc reads (7 and 8, torch 2.5 and later)");
  }
  if (program.schemaMajor == kNewestMajor && program.schemaMinor > kNewestMinor) {
    diagnostics.report({Severity::warning,
                        {},
                        "the program's schema " + version + " is newer than this mcc",
                        "a newer mcc may read it better"});
  }
}

// The entry of the module itself has the name "".
std::optional<CallSignature> readCall(const std::string& name, JsonValue modules) {
  for (const JsonValue entry : modules.items()) {
    if (!entry.at("fqn").string().empty()) continue;
    const auto signature = entry.find("signature");
    if (!signature) continue;
    CallSignature call;
    call.inputs = parseTreeSpec(name + ": in_spec", signature->at("in_spec").string());
    call.outputs = parseTreeSpec(name + ": out_spec", signature->at("out_spec").string());
    if (const auto names = signature->find("forward_arg_names")) {
      call.argumentNames = readList(*names, readString);
    }
    return call;
  }
  return std::nullopt;
}

GraphModule readModule(const std::string& name, JsonValue json) {
  GraphModule module;
  module.signature = readSignature(json.at("signature"));
  module.graph = readGraph(json.at("graph"));
  if (const auto calls = json.find("module_call_graph")) module.call = readCall(name, *calls);
  if (const auto types = json.find("treespec_namedtuple_fields")) {
    for (const auto& [type, fields] : types->members()) {
      module.namedTupleFields[type] = readList(fields.at("field_names"), readString);
    }
  }
  return module;
}

// {"min_val", "max_val"}: integers, null, or an infinity as text.
RangeConstraint readRange(JsonValue json) {
  const auto bound = [&](const char* key) -> std::optional<std::int64_t> {
    const auto value = json.find(key);
    if (!value || value->isString()) return std::nullopt;
    return value->integer();
  };
  return {bound("min_val"), bound("max_val")};
}

}  // namespace

ExportedProgram parseExportedProgram(const std::string& name, std::string_view text,
                                     Diagnostics& diagnostics) {
  const JsonDocument document(name, text);
  const JsonValue json = document.root();
  ExportedProgram program;
  readSchemaVersion(json.at("schema_version"), program, diagnostics);
  program.module = readModule(name, json.at("graph_module"));
  if (const auto ranges = json.find("range_constraints")) {
    for (const auto& [symbol, range] : ranges->members()) {
      program.rangeConstraints[symbol] = readRange(range);
    }
  }
  if (const auto guards = json.find("guards_code")) program.guards = readList(*guards, readString);
  if (const auto opsets = json.find("opset_version")) {
    for (const auto& [space, version] : opsets->members()) {
      program.opsetVersion[space] = version.integer();
    }
  }
  if (const auto verifiers = json.find("verifiers")) {
    program.verifiers = readList(*verifiers, readString);
  }
  if (const auto version = json.find("torch_version")) program.torchVersion = version->string();
  return program;
}

}  // namespace mcc::exported
