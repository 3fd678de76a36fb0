// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tree specs: JSON text that holds JSON text again, in the contexts of dicts.
#include "compiler/reader/tree_spec.h"

#include <optional>

#include "compiler/reader/json_document.h"

namespace mcc::exported {
namespace {

using Kind = TreeSpec::Kind;

struct KindName {
  const char* type;
  Kind kind;
};

constexpr KindName kKinds[] = {
    {"builtins.tuple", Kind::tuple},
    {"builtins.list", Kind::list},
    {"builtins.dict", Kind::dict},
    {"collections.OrderedDict", Kind::orderedDict},
    {"collections.defaultdict", Kind::defaultDict},
    {"collections.namedtuple", Kind::namedTuple},
    {"collections.deque", Kind::deque},
};

Kind kindOf(const std::string& type) {
  for (const KindName& row : kKinds) {
    if (type == row.type) return row.kind;
  }
  return Kind::other;
}

bool hasKeys(Kind kind) {
  return kind == Kind::dict || kind == Kind::orderedDict || kind == Kind::defaultDict;
}

// A dict's context is a list of its keys; a defaultdict's holds that list beside the factory.
std::vector<std::string> readKeys(const std::string& name, const std::string& context) {
  const JsonDocument document(name + ": context", context);
  std::optional<JsonValue> list = document.root();
  if (!list->isArray()) list = list->find("dict_context");
  if (!list) document.root().fail("expected a list of keys");
  std::vector<std::string> keys;
  for (const JsonValue key : list->items()) {
    keys.push_back(key.isString() ? key.string() : key.dump());
  }
  return keys;
}

TreeSpec readSpec(const std::string& name, JsonValue json) {
  TreeSpec spec;
  for (const JsonValue child : json.at("children_spec").items()) {
    spec.children.push_back(readSpec(name, child));
  }
  const auto type = json.find("type");
  if (!type) {
    if (!spec.children.empty()) json.fail("a leaf must not have children");
    return spec;
  }
  spec.type = type->string();
  spec.kind = kindOf(spec.type);
  if (const auto context = json.find("context")) {
    spec.context = context->isString() ? context->string() : context->dump();
  }
  if (hasKeys(spec.kind)) {
    spec.keys = readKeys(name, spec.context);
    if (spec.keys.size() != spec.children.size()) {
      json.fail("the numbers of keys and children differ");
    }
  }
  return spec;
}

}  // namespace

std::int64_t TreeSpec::leafCount() const {
  if (kind == Kind::leaf) return 1;
  std::int64_t count = 0;
  for (const TreeSpec& child : children) count += child.leafCount();
  return count;
}

TreeSpec parseTreeSpec(const std::string& name, std::string_view text) {
  const JsonDocument document(name, text);
  const std::vector<JsonValue> parts = document.root().items();
  if (parts.size() != 2) document.root().fail("expected a protocol number and a tree");
  if (parts[0].integer() != 1) parts[0].fail("unknown protocol, mcc knows 1");
  return readSpec(name, parts[1]);
}

}  // namespace mcc::exported
