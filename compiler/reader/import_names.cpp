// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks tree specs to the names of their leaves.
#include "compiler/reader/import_names.h"

namespace mcc {
namespace {

using exported::InputSpec;
using exported::OutputSpec;
using exported::TreeSpec;
using FieldNames = std::map<std::string, std::vector<std::string>>;

// One step from a container to a child: its key or field, else its position.
struct Step {
  std::string text;
  bool isKey = false;
};

std::vector<Step> stepsOf(const TreeSpec& tree, const FieldNames& fields) {
  std::vector<Step> steps;
  const auto named = fields.find(tree.context);
  const bool isNamed = tree.kind == TreeSpec::Kind::namedTuple && named != fields.end() &&
                       named->second.size() == tree.children.size();
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    if (!tree.keys.empty()) {
      steps.push_back({tree.keys[i], true});
    } else if (isNamed) {
      steps.push_back({named->second[i], true});
    } else {
      steps.push_back({std::to_string(i), false});
    }
  }
  return steps;
}

// Python's way to write a child of `source`.
std::string sourceOf(const std::string& source, const TreeSpec& tree, std::size_t child) {
  if (tree.keys.empty()) return source + "[" + std::to_string(child) + "]";
  return source + "['" + tree.keys[child] + "']";
}

void walkInput(const TreeSpec& tree, const FieldNames& fields, const InputPath& path,
               std::vector<InputPath>& out) {
  if (tree.kind == TreeSpec::Kind::leaf) {
    out.push_back(path);
    return;
  }
  const std::vector<Step> steps = stepsOf(tree, fields);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    walkInput(tree.children[i], fields,
              {path.name + "_" + steps[i].text, sourceOf(path.source, tree, i)}, out);
  }
}

InputPath argumentPath(const std::string& name) { return {name, "L['" + name + "']"}; }

// The names of the graph's values for user and constant inputs: what files without a call signature
// or without argument names fall back on.
std::vector<InputPath> placeholderPaths(const exported::GraphModule& module) {
  std::vector<InputPath> out;
  for (const InputSpec& spec : module.signature.inputs) {
    if (spec.kind == InputSpec::Kind::userInput) {
      out.push_back(argumentPath(valueNameOf(spec.argument)));
    } else if (spec.kind == InputSpec::Kind::constantInput) {
      out.push_back(argumentPath(spec.target));
    }
  }
  return out;
}

// in_spec is a tuple of (positional arguments, keyword arguments).
bool hasArguments(const TreeSpec& tree) {
  return tree.children.size() == 2 && tree.children[0].kind == TreeSpec::Kind::tuple &&
         tree.children[1].keys.size() == tree.children[1].children.size();
}

using Keys = std::optional<std::string>;  // joined; nothing before the first key

// Positions above the first key are left out.
void walkOutput(const TreeSpec& tree, const FieldNames& fields, const Keys& path,
                std::vector<Keys>& out) {
  if (tree.kind == TreeSpec::Kind::leaf) {
    out.push_back(path);
    return;
  }
  const std::vector<Step> steps = stepsOf(tree, fields);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Keys next = path;
    if (path) {
      next = *path + "_" + steps[i].text;
    } else if (steps[i].isKey) {
      next = steps[i].text;
    }
    walkOutput(tree.children[i], fields, next, out);
  }
}

}  // namespace

std::vector<InputPath> inputPaths(const exported::GraphModule& module) {
  const std::vector<InputPath> placeholders = placeholderPaths(module);
  if (!module.call || !hasArguments(module.call->inputs)) return placeholders;
  const TreeSpec& positional = module.call->inputs.children[0];
  const TreeSpec& keyword = module.call->inputs.children[1];
  const std::vector<std::string>& names = module.call->argumentNames;
  if (names.size() < positional.children.size()) return placeholders;
  std::vector<InputPath> out;
  for (std::size_t i = 0; i < positional.children.size(); ++i) {
    walkInput(positional.children[i], module.namedTupleFields, argumentPath(names[i]), out);
  }
  for (std::size_t i = 0; i < keyword.children.size(); ++i) {
    walkInput(keyword.children[i], module.namedTupleFields, argumentPath(keyword.keys[i]), out);
  }
  return out;
}

std::vector<std::string> outputNames(const exported::GraphModule& module) {
  std::vector<const OutputSpec*> specs;
  for (const OutputSpec& spec : module.signature.outputs) {
    if (spec.kind == OutputSpec::Kind::userOutput) specs.push_back(&spec);
  }
  std::vector<Keys> keys;
  if (module.call) walkOutput(module.call->outputs, module.namedTupleFields, {}, keys);
  keys.resize(specs.size());
  std::vector<std::string> names;
  std::size_t position = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string suffix = position == 0 ? "" : "_" + std::to_string(position);
    names.push_back(keys[i].value_or("output" + suffix));
    if (!specs[i]->argument.as<exported::None>()) ++position;
  }
  return names;
}

}  // namespace mcc
