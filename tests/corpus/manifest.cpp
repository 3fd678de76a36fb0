// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and selecting rows.
#include "tests/corpus/manifest.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "ir/diagnostics.h"

namespace mcc::corpus {
namespace {

using Json = nlohmann::json;

std::string stringOr(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_string() ? at->get<std::string>() : "";
}

std::vector<double> numbersOf(const Json& row, const char* key) {
  std::vector<double> out;
  const auto at = row.find(key);
  if (at == row.end() || at->is_null()) return out;
  if (at->is_number()) return {at->get<double>()};
  for (const Json& item : *at) out.push_back(item.is_number() ? item.get<double>() : 0);
  return out;
}

Judge judgeOf(const Json& row) {
  Judge judge;
  judge.tolerance = {row.value("rtol", 0.0), row.value("atol", 0.0)};
  judge.atolOut = numbersOf(row, "atol_out");
  judge.lsb = numbersOf(row, "lsb");
  const std::vector<double> moved = numbersOf(row, "lsb_moved");
  const std::vector<double> steps = numbersOf(row, "lsb_steps");
  if (moved.size() > 1) judge.moved = std::max(judge.moved, 3 * moved[1]);
  if (steps.size() > 1) judge.steps = std::max(judge.steps, 2 * steps[1]);
  return judge;
}

Row rowOf(const Json& json) {
  Row row;
  row.name = json.at("name").get<std::string>();
  row.file = json.at("file").get<std::string>();
  row.data = stringOr(json, "data");
  row.group = stringOr(json, "group");
  row.expectReject = stringOr(json, "expect") == "reject";
  row.lenient = json.value("lenient", false);
  // Rows of `legacy` and `hostile` don't say: their calls follow one another.
  row.stateful = json.value("stateful", !json.contains("ir"));
  if (json.contains("mentions")) row.mentions = json.at("mentions").get<std::vector<std::string>>();
  row.judge = judgeOf(json);
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured()) continue;
    row.fields[key] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return row;
}

std::uint64_t hashOf(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash ^ (hash >> 32);
}

bool isSelected(const Row& row, const Selection& selection, const std::regex& only) {
  if (!selection.only.empty() && !std::regex_search(row.name, only)) return false;
  for (const auto& [field, value] : selection.where) {
    const auto at = row.fields.find(field);
    if (at == row.fields.end() || at->second != value) return false;
  }
  const auto denominator = static_cast<std::uint64_t>(selection.sampleDenominator);
  return hashOf(row.name) % denominator < static_cast<std::uint64_t>(selection.sampleNumerator);
}

}  // namespace

std::vector<Row> readManifest(const std::filesystem::path& root, const Selection& selection) {
  std::ifstream in(root / "manifest.json");
  if (!in) throw Error("no manifest.json in " + root.string());
  const std::regex only(selection.only);
  std::vector<Row> rows;
  for (const Json& json : Json::parse(in)) {
    Row row = rowOf(json);
    if (isSelected(row, selection, only)) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace mcc::corpus
