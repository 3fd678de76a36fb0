// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON: exact values, and every complaint with its place.
#include "compiler/reader/json_document.h"

#include <doctest/doctest.h>

#include <cmath>

#include "ir/diagnostics.h"

using mcc::JsonDocument;
using mcc::JsonValue;

namespace {

template <class Read>
std::string complaint(const std::string& text, Read read) {
  try {
    const JsonDocument document("d.json", text);
    read(document.root());
  } catch (const mcc::Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string parseOnly(const std::string& text) {
  return complaint(text, [](JsonValue) {});
}

}  // namespace

TEST_CASE("json: integers are exact") {
  const JsonDocument document("d", "[9007199254740993, -9223372036854775808, 9223372036854775807]");
  const auto items = document.root().items();
  CHECK(items[0].integer() == 9007199254740993);
  CHECK(items[1].integer() == INT64_MIN);
  CHECK(items[2].integer() == INT64_MAX);
  const auto integer = [](JsonValue json) { json.items()[0].integer(); };
  CHECK(complaint("[9223372036854775808]", integer) ==
        "d.json: [0]: the integer 9223372036854775808 does not fit 64 bits");
  CHECK(complaint("[1.5]", integer) == "d.json: [0]: expected an integer, found the number 1.5");
  CHECK(complaint("[1e3]", integer).find("expected an integer") != std::string::npos);
  CHECK(complaint("[99999999999999999999999]", integer).find("expected an integer") !=
        std::string::npos);
  CHECK(complaint("[true]", integer) == "d.json: [0]: expected an integer, found boolean");
}

TEST_CASE("json: floats that JSON has no words for, as text and bare") {
  const JsonDocument document(
      "d", "[NaN, \"NaN\", Infinity, -Infinity, \"-Infinity\", -1.5, 2, \"a NaN \\\" -Infinity\"]");
  const auto items = document.root().items();
  CHECK(std::isnan(items[0].number()));
  CHECK(std::isnan(items[1].number()));
  CHECK(items[2].number() == INFINITY);
  CHECK(items[3].number() == -INFINITY);
  CHECK(items[4].number() == -INFINITY);
  CHECK(items[5].number() == -1.5);
  CHECK(items[6].number() == 2.0);
  CHECK(items[7].string() == "a NaN \" -Infinity");
  CHECK(complaint("[\"two\"]", [](JsonValue json) { json.items()[0].number(); }) ==
        "d.json: [0]: expected a number, found the text \"two\"");
}

TEST_CASE("json: complaints name the place, with the names that people know") {
  const std::string text =
      R"({"nodes": [{"name": "relu", "inputs": [{"name": "self", "arg": 7}]}]})";
  const auto readArg = [](JsonValue json) {
    json.at("nodes").items()[0].at("inputs").items()[0].at("arg").string();
  };
  CHECK(complaint(text, readArg) ==
        "d.json: nodes[0] (\"relu\").inputs[0] (\"self\").arg: "
        "expected a string, found the number 7");
  CHECK(complaint("{}", [](JsonValue json) { json.at("graph"); }) == "d.json: it has no \"graph\"");
  CHECK(complaint("{\"a\": null}", [](JsonValue json) { json.at("a"); }) ==
        "d.json: it has no \"a\"");
  CHECK(complaint("{\"a\": 1, \"b\": 2}", [](JsonValue json) { json.tagged(); }) ==
        "d.json: expected exactly one tag, found 2");
  CHECK(complaint("[]", [](JsonValue json) { json.find("a"); }) ==
        "d.json: expected an object, found array");
}

TEST_CASE("json: malformed text is refused") {
  for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "[1] x", "\"\xff\"", "\"\\ud800\"", "nan",
                           "[+1]", "[01]", "[Infinit]", "{\"a\": 1e999}", "'a'"}) {
    CAPTURE(text);
    CHECK(parseOnly(text).starts_with("d.json: "));
  }
  CHECK(parseOnly("{\"a\": {\"b\": 1, \"b\": 2}}") == "d.json: duplicate key \"b\"");
}

TEST_CASE("json: depth is limited") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(parseOnly(nested(512)) == "accepted");
  CHECK(parseOnly(nested(513)) == "d.json: nested deeper than 512 levels");
  CHECK(parseOnly(std::string(1000000, '[')) == "d.json: nested deeper than 512 levels");
}

TEST_CASE("json: long names are shortened in messages") {
  const std::string name(1000000, 'n');
  const std::string message = parseOnly("{\"" + name + "\": 1, \"" + name + "\": 2}");
  CHECK(message.size() < 300);
}
