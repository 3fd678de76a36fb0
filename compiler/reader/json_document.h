// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON read without trust: limited depth and size, no duplicate keys, exact integers; every
// complaint names the place in the document.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcc {

class JsonDocument;

// One value of a document: cheap to copy, valid while the document lives. The accessors throw Error
// with the value's path ("graph_module.graph.nodes[3] (conv2d).target") when the value is of
// another kind than they return.
class JsonValue {
 public:
  bool isNull() const;
  bool isArray() const;
  bool isString() const;

  bool boolean() const;
  std::int64_t integer() const;  // exact; fractions and what leaves int64 are errors
  double number() const;         // also "Infinity", "-Infinity", "NaN" in quotes
  const std::string& string() const;
  std::string dump() const;                                        // as JSON text
  std::vector<JsonValue> items() const;                            // of an array
  std::vector<std::pair<std::string, JsonValue>> members() const;  // of an object, by key

  JsonValue at(std::string_view key) const;                   // throws when missing
  std::optional<JsonValue> find(std::string_view key) const;  // nothing when missing or null

  // The only member of an object that stands for a union: tag and payload.
  std::pair<std::string, JsonValue> tagged() const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, const void* node) : document_(document), node_(node) {}
  const JsonDocument* document_;
  const void* node_;  // an nlohmann::json
};

class JsonDocument {
 public:
  // `name` stands for the document in messages. Bare NaN, Infinity and -Infinity, which Python
  // writes although JSON has none, are taken for strings. Throws Error.
  JsonDocument(std::string name, std::string_view text);
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  JsonValue root() const;

 private:
  friend class JsonValue;
  std::string name_;
  std::shared_ptr<const void> tree_;
};

}  // namespace mcc
