// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of what else a file or a zip may be. Sources: magic numbers of the flatbuffer schemas of
// ExecuTorch and PyTorch mobile; record names of torch's archive constants.
#include "compiler/reader/container_kind.h"

#include <algorithm>
#include <optional>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

constexpr const char* kExportHint =
    "make a .pt2 with torch.export.save(torch.export.export(model, inputs), \"model.pt2\")";
constexpr const char* kAgainHint =
    "load and save it again with torch 2.9 or later: "
    "torch.export.save(torch.export.load(\"old.pt2\"), \"new.pt2\")";

struct Magic {
  std::size_t at;
  std::string_view bytes;
  const char* what;
  const char* hint;
};

constexpr Magic kMagics[] = {
    {4, "ET1", "an ExecuTorch program (.pte); mcc reads the .pt2 it was made from", kExportHint},
    {8, "eh00", "an ExecuTorch program (.pte); mcc reads the .pt2 it was made from", kExportHint},
    {4, "PTMF", "a TorchScript module in the flatbuffer form (.ptl); mcc reads .pt2", kExportHint},
    {0, "\x80\x02", "a pickle, perhaps of an old torch.save; mcc runs none, it reads .pt2",
     kExportHint},
    {0, "\x1f\x8b", "compressed by gzip", "unpack it first"},
};

struct Content {
  std::string_view record;  // a record's name, or, with '/' at the end, where such names begin
  const char* what;
  const char* hint;
};

// In this order: a TorchScript file has a data.pkl, too.
constexpr Content kContents[] = {
    {"serialized_exported_program.json",
     "a program saved by torch 2.5 to 2.7; its weights are a pickle (serialized_state_dict.pt), "
     "which mcc can't read yet",
     kAgainHint},
    {"data/aotinductor/",
     "an AOTInductor package: compiled code without the models/ folder of an exported program",
     kExportHint},
    {"bytecode.pkl", "a lite-interpreter module (.ptl); mcc reads .pt2", kExportHint},
    {"constants.pkl", "a TorchScript module (.pt, .ptl); mcc reads .pt2", kExportHint},
    {"data.pkl", "a torch.save file: objects or weights without a program", kExportHint},
};

bool holds(const std::vector<std::string>& sorted, std::string_view record) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), record);
  if (at == sorted.end()) return false;
  return record.back() == '/' ? at->starts_with(record) : *at == record;
}

// Whether `record` is "models/<model>.json" with a model name that is no path.
bool isProgramRecord(std::string_view record) {
  constexpr std::string_view kFolder = "models/";
  constexpr std::string_view kSuffix = ".json";
  return record.size() > kFolder.size() + kSuffix.size() && record.starts_with(kFolder) &&
         record.ends_with(kSuffix) && record.find('/', kFolder.size()) == record.npos;
}

// How long the part before `marker` is when the name is "<root>/<marker>" or "<marker>".
std::optional<std::size_t> rootBefore(std::string_view name, std::string_view marker) {
  const bool isFolder = marker.back() == '/';
  const std::size_t at = isFolder ? name.find(marker) : name.rfind(marker);
  if (at == name.npos || (at > 0 && name[at - 1] != '/')) return std::nullopt;
  if (!isFolder && at + marker.size() != name.size()) return std::nullopt;
  return at;
}

std::optional<std::size_t> rootBeforeProgram(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  if (slash == name.npos) return std::nullopt;
  const std::size_t before = slash == 0 ? name.npos : name.rfind('/', slash - 1);
  const std::size_t root = before == name.npos ? 0 : before + 1;
  return isProgramRecord(name.substr(root)) ? std::optional(root) : std::nullopt;
}

// Whether the end record of a zip stands where it may; finds zips with a damaged beginning.
bool endsLikeZip(std::string_view text) {
  constexpr std::size_t kFarthest = 0xffff + 22;
  const std::size_t from = text.size() > kFarthest ? text.size() - kFarthest : 0;
  return text.find("PK\x05\x06", from) != text.npos;
}

}  // namespace

FileKind fileKindOf(const Bytes& file) {
  const std::string_view text = file.text();
  if (text.empty()) throw Error("the file is empty");
  if (text.starts_with("PK")) return FileKind::zip;
  const std::size_t first = text.substr(0, 64).find_first_not_of(" \t\r\n");
  if (first != text.npos && text[first] == '{') return FileKind::json;
  for (const Magic& magic : kMagics) {
    if (text.size() > magic.at && text.substr(magic.at).starts_with(magic.bytes)) {
      throw Error(std::string("this is ") + magic.what, magic.hint);
    }
  }
  if (endsLikeZip(text)) return FileKind::zip;
  throw Error("this is not a .pt2 file: neither a zip archive nor JSON", kExportHint);
}

std::string rootOf(const std::vector<std::string>& names) {
  std::optional<std::string> shortest;
  const auto offer = [&](const std::string& name, std::optional<std::size_t> length) {
    if (length && (!shortest || *length < shortest->size())) shortest = name.substr(0, *length);
  };
  for (const std::string& name : names) offer(name, rootBefore(name, "archive_format"));
  if (shortest) return *shortest;
  for (const std::string& name : names) offer(name, rootBeforeProgram(name));
  for (const Content& content : kContents) {
    if (shortest) return *shortest;
    for (const std::string& name : names) offer(name, rootBefore(name, content.record));
  }
  return shortest.value_or("");
}

std::vector<std::string> programRecords(const std::vector<std::string>& records) {
  std::vector<std::string> programs;
  std::copy_if(records.begin(), records.end(), std::back_inserter(programs), isProgramRecord);
  return programs;
}

void checkIsProgram(const std::vector<std::string>& records, std::string_view place) {
  if (!programRecords(records).empty()) return;
  for (const Content& content : kContents) {
    if (!holds(records, content.record)) continue;
    throw Error("this is " + std::string(content.what), content.hint);
  }
  throw Error("this " + std::string(place) + " holds no exported program: no models/<name>.json",
              kExportHint);
}

}  // namespace mcc
