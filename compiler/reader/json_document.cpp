// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the tree through nlohmann's event parser, which neither recurses nor hides duplicate keys,
// and finds the path of a value only when there is something to complain about.
#include "compiler/reader/json_document.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "compiler/reader/bytes.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 512;  // about 60 nested subgraphs
constexpr std::size_t kLongest = 512u << 20;

const Json& nodeOf(const void* node) {
  return *static_cast<const Json*>(node);
}

// Receives the parser's events and builds the tree; the names of its functions are nlohmann's.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string name) : name_(std::move(name)) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& key) {
    const auto [member, isNew] = open_.back()->get_ref<Json::object_t&>().emplace(key, nullptr);
    if (!isNew) throw Error(name_ + ": duplicate key " + quote(key));
    slot_ = &member->second;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) {
    // The library's text repeats what it read, which may be long and hold anything.
    const std::string what = error.id == 406 ? "a number out of range" : "not valid JSON";
    throw Error(name_ + ": " + what + " at byte " + std::to_string(position));
  }

  Json take() { return std::move(root_); }

 private:
  template <class T>
  bool add(T&& value) {
    place(Json(std::forward<T>(value)));
    return true;
  }

  // The root, the value of the key just read, or the next element of the open array.
  Json* place(Json value) {
    if (slot_ != nullptr) {
      *slot_ = std::move(value);
      return std::exchange(slot_, nullptr);
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    auto& array = open_.back()->get_ref<Json::array_t&>();
    array.push_back(std::move(value));
    return &array.back();
  }

  bool open(Json value) {
    if (open_.size() == kDeepest) {
      throw Error(name_ + ": nested deeper than " + std::to_string(kDeepest) + " levels");
    }
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string name_;
  Json root_;
  // Containers not yet closed. An array grows only while it is the last of them, so no pointer
  // to an element that is open itself goes stale.
  std::vector<Json*> open_;
  Json* slot_ = nullptr;
};

// Length of a bare NaN, Infinity or -Infinity at the start of `text`, or 0.
std::size_t bareTokenLength(std::string_view text) {
  for (const std::string_view token : {"NaN", "Infinity", "-Infinity"}) {
    if (text.starts_with(token)) return token.size();
  }
  return 0;
}

// `text` with quotes around bare tokens; the text itself, untouched, when it has none.
std::string_view quoteBareTokens(std::string_view text, std::string& storage) {
  std::size_t copied = 0;
  bool inString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      inString = !inString;
    } else if (inString) {
      if (c == '\\') ++i;
    } else if (c == 'N' || c == 'I' || c == '-') {
      const std::size_t length = bareTokenLength(text.substr(i));
      if (length == 0) continue;
      storage.append(text.substr(copied, i - copied));
      storage.append("\"").append(text.substr(i, length)).append("\"");
      i += length - 1;
      copied = i + 1;
    }
  }
  if (copied == 0) return text;
  storage.append(text.substr(copied));
  return storage;
}

// What people call an element: graph nodes and arguments have names.
std::string labelOf(const Json& value) {
  if (!value.is_object()) return {};
  for (const char* key : {"name", "target"}) {
    const auto found = value.find(key);
    if (found == value.end() || !found->is_string()) continue;
    const auto& label = found->get_ref<const std::string&>();
    if (!label.empty()) return " (" + quote(label) + ")";
  }
  return {};
}

// Appends the way from `from` to `wanted` in reverse; false when it isn't below.
bool findPath(const Json& from, const Json* wanted, std::vector<std::string>& path) {
  if (&from == wanted) return true;
  if (from.is_object()) {
    for (const auto& [key, value] : from.get_ref<const Json::object_t&>()) {
      if (!findPath(value, wanted, path)) continue;
      const std::string name = quote(key);
      path.push_back("." + name.substr(1, name.size() - 2));
      return true;
    }
  } else if (from.is_array()) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (!findPath(from[i], wanted, path)) continue;
      path.push_back("[" + std::to_string(i) + "]" + labelOf(from[i]));
      return true;
    }
  }
  return false;
}

std::string describe(const Json& value) {
  if (value.is_number()) return "the number " + value.dump();
  if (value.is_string()) return "the text " + quote(value.get_ref<const std::string&>());
  return value.is_null() ? "null" : std::string(value.type_name());
}

}  // namespace

bool JsonValue::isNull() const {
  return nodeOf(node_).is_null();
}
bool JsonValue::isArray() const {
  return nodeOf(node_).is_array();
}
bool JsonValue::isString() const {
  return nodeOf(node_).is_string();
}

bool JsonValue::boolean() const {
  const Json& node = nodeOf(node_);
  if (!node.is_boolean()) fail("expected true or false, found " + describe(node));
  return node.get<bool>();
}

std::int64_t JsonValue::integer() const {
  const Json& node = nodeOf(node_);
  if (!node.is_number_integer()) fail("expected an integer, found " + describe(node));
  if (node.is_number_unsigned() && node.get<std::uint64_t>() > INT64_MAX) {
    fail("the integer " + node.dump() + " does not fit 64 bits");
  }
  return node.get<std::int64_t>();
}

double JsonValue::number() const {
  const Json& node = nodeOf(node_);
  if (node.is_number()) return node.get<double>();
  if (node == "Infinity") return std::numeric_limits<double>::infinity();
  if (node == "-Infinity") return -std::numeric_limits<double>::infinity();
  if (node == "NaN") return std::numeric_limits<double>::quiet_NaN();
  fail("expected a number, found " + describe(node));
}

const std::string& JsonValue::string() const {
  const Json& node = nodeOf(node_);
  if (!node.is_string()) fail("expected a string, found " + describe(node));
  return node.get_ref<const std::string&>();
}

std::string JsonValue::dump() const {
  return nodeOf(node_).dump();
}

std::vector<JsonValue> JsonValue::items() const {
  const Json& node = nodeOf(node_);
  if (!node.is_array()) fail("expected a list, found " + describe(node));
  std::vector<JsonValue> items;
  items.reserve(node.size());
  for (const Json& item : node) items.push_back({document_, &item});
  return items;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  const Json& node = nodeOf(node_);
  if (!node.is_object()) fail("expected an object, found " + describe(node));
  std::vector<std::pair<std::string, JsonValue>> members;
  members.reserve(node.size());
  for (const auto& [key, value] : node.get_ref<const Json::object_t&>()) {
    members.emplace_back(key, JsonValue(document_, &value));
  }
  return members;
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
  const Json& node = nodeOf(node_);
  if (!node.is_object()) fail("expected an object, found " + describe(node));
  const auto found = node.find(key);
  if (found == node.end() || found->is_null()) return std::nullopt;
  return JsonValue(document_, &*found);
}

JsonValue JsonValue::at(std::string_view key) const {
  const auto found = find(key);
  if (!found) fail("it has no " + quote(key));
  return *found;
}

std::pair<std::string, JsonValue> JsonValue::tagged() const {
  const Json& node = nodeOf(node_);
  if (!node.is_object()) fail("expected an object with one tag, found " + describe(node));
  if (node.size() != 1) {
    fail("expected exactly one tag, found " + std::to_string(node.size()));
  }
  return {node.begin().key(), JsonValue(document_, &*node.begin())};
}

void JsonValue::fail(const std::string& what) const {
  std::vector<std::string> path;
  findPath(nodeOf(document_->tree_.get()), &nodeOf(node_), path);
  std::string place;
  for (auto part = path.rbegin(); part != path.rend(); ++part) place += *part;
  if (place.starts_with(".")) place.erase(0, 1);
  throw Error(document_->name_ + ": " + place + (place.empty() ? "" : ": ") + what);
}

JsonDocument::JsonDocument(std::string name, std::string_view text) : name_(std::move(name)) {
  if (text.size() > kLongest) throw Error(name_ + ": larger than 512 MB");
  std::string storage;
  const std::string_view clean = quoteBareTokens(text, storage);
  TreeBuilder builder(name_);
  Json::sax_parse(clean.begin(), clean.end(), &builder);
  tree_ = std::make_shared<const Json>(builder.take());
}

JsonValue JsonDocument::root() const {
  return {this, tree_.get()};
}

}  // namespace mcc
