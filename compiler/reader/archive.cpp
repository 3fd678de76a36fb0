// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the three forms of MODEL and finds their records.
#include "compiler/reader/archive.h"

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "compiler/reader/container_kind.h"
#include "compiler/reader/pickle_scan.h"
#include "compiler/reader/zip_file.h"
#include "ir/diagnostics.h"

namespace mcc {

namespace fs = std::filesystem;

// Records lie in one zip file or each in a file of its own.
struct Archive::Source {
  std::optional<ZipFile> zip;
  std::map<std::string, ZipEntry, std::less<>> entries;
  std::map<std::string, fs::path, std::less<>> files;
};

namespace {

// Folders of an archive whose files are records that mcc may read; the root itself is "".
constexpr const char* kRecordFolders[] = {"", "models/", "data/weights/", "data/constants/",
                                          "data/aotinductor/"};
constexpr std::size_t kMostFiles = 1000000;

std::shared_ptr<Archive::Source> openZip(Bytes file) {
  auto source = std::make_shared<Archive::Source>();
  source->zip.emplace(std::move(file));
  std::vector<std::string> names;
  for (const ZipEntry& entry : source->zip->entries()) names.push_back(entry.name);
  // What lies beside the root (some tools add folders of their own) is not part of the archive.
  const std::string root = rootOf(names);
  for (const ZipEntry& entry : source->zip->entries()) {
    if (entry.name.starts_with(root)) {
      source->entries.emplace(entry.name.substr(root.size()), entry);
    }
  }
  return source;
}

// The files directly in `folder`, as records whose names begin with `prefix`.
void addFolder(const fs::path& folder, const std::string& prefix, Archive::Source& source) {
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (source.files.size() > kMostFiles) throw Error("the directory holds too many files");
    const std::string name = prefix + at->path().filename().string();
    if (at->is_directory(error)) {
      // Only its being there counts: names in it are not read.
      if (prefix == "data/aotinductor/") source.files.emplace(name, at->path());
    } else {
      source.files.emplace(name, at->path());
    }
  }
}

void addRecordFolders(const fs::path& root, Archive::Source& source) {
  for (const char* folder : kRecordFolders) addFolder(root / folder, folder, source);
}

std::shared_ptr<Archive::Source> openFolder(const fs::path& path) {
  auto source = std::make_shared<Archive::Source>();
  addRecordFolders(path, *source);
  if (!source->files.empty()) return source;
  // Unzipping leaves the archive's root as the only thing in the folder.
  std::error_code error;
  std::vector<fs::path> inside;
  fs::directory_iterator at(path, error);
  for (; !error && at != fs::directory_iterator() && inside.size() < 2; at.increment(error)) {
    inside.push_back(at->path());
  }
  if (inside.size() == 1) addRecordFolders(inside.front(), *source);
  return source;
}

// A program's JSON alone. The weights' folder stands beside it, or beside the folder it is in.
std::shared_ptr<Archive::Source> openJson(const fs::path& path) {
  auto source = std::make_shared<Archive::Source>();
  const fs::path folder = fs::absolute(path).parent_path();
  const bool isBeside = fs::is_directory(folder / "data");
  const fs::path root = isBeside ? folder : folder.parent_path();
  for (const char* records : {"data/weights/", "data/constants/"}) {
    addFolder(root / records, records, *source);
  }
  for (const char* record : {"archive_format", "archive_version", "byteorder"}) {
    if (fs::is_regular_file(root / record)) source->files.emplace(record, root / record);
  }
  source->files["models/" + path.stem().string() + ".json"] = path;
  return source;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

// A small text record must hold this, or be absent.
void checkMark(const Archive& archive, const char* record, const std::string& wanted) {
  if (!archive.has(record)) return;
  const std::string found = trimmed(archive.read(record).text());
  if (found == wanted) return;
  throw Error(
      "record " + std::string(record) + " says " + quote(found) + " instead of " + quote(wanted),
      "mcc reads archives of torch.export.save, format pt2, version 0");
}

// Where torch 2.5 to 2.8 keep weights and constants as pickles.
void checkPickles(const Archive& archive) {
  for (const std::string& name : archive.names()) {
    const bool isPickle = name == "serialized_state_dict.pt" || name == "serialized_constants.pt" ||
                          ((name.starts_with("data/weights/") ||
                            name.starts_with("data/constants/")) && name.ends_with(".pt"));
    if (isPickle) checkSavedFile(name, archive.read(name));
  }
}

}  // namespace

Archive::Archive(std::shared_ptr<Source> source) : source_(std::move(source)) {
  for (const auto& [name, entry] : source_->entries) names_.push_back(name);
  for (const auto& [name, file] : source_->files) names_.push_back(name);
}

Archive Archive::open(const fs::path& path) {
  std::error_code error;
  const bool isFolder = fs::is_directory(path, error);
  std::shared_ptr<Source> source;
  if (isFolder) {
    source = openFolder(path);
  } else {
    Bytes file = mapFile(path);
    source = path.extension() == ".json" || fileKindOf(file) == FileKind::json
                 ? openJson(path)
                 : openZip(std::move(file));
  }
  Archive archive(std::move(source));
  checkPickles(archive);
  checkIsProgram(archive.names_, isFolder ? "directory" : "zip archive");
  checkMark(archive, "archive_format", "pt2");
  checkMark(archive, "archive_version", "0");
  return archive;
}

bool Archive::has(std::string_view name) const {
  return std::binary_search(names_.begin(), names_.end(), name);
}

std::uint64_t Archive::size(std::string_view name) const {
  if (const auto entry = source_->entries.find(name); entry != source_->entries.end()) {
    return entry->second.size;
  }
  const auto file = source_->files.find(name);
  if (file == source_->files.end()) return 0;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file->second, error);
  return error ? 0 : size;
}

Bytes Archive::read(std::string_view name) const {
  if (const auto entry = source_->entries.find(name); entry != source_->entries.end()) {
    return source_->zip->read(entry->second);
  }
  if (const auto file = source_->files.find(name); file != source_->files.end()) {
    return mapFile(file->second);
  }
  throw Error("record " + quote(name) + " is missing");
}

std::string Archive::programRecord(std::string_view model) const {
  const std::vector<std::string> programs = programRecords(names_);
  if (model.empty() && programs.size() == 1) return programs.front();
  std::string choice;
  for (const std::string& program : programs) {
    if (modelNameOf(program) == model) return program;
    choice += (choice.empty() ? "" : ", ") + quote(modelNameOf(program));
  }
  if (model.empty()) {
    throw Error("the archive holds several models: " + choice, "choose one with --model");
  }
  throw Error("the archive holds no model " + quote(model), "it holds " + choice);
}

std::string modelNameOf(std::string_view programRecord) {
  const std::size_t slash = programRecord.rfind('/');
  if (slash != programRecord.npos) programRecord.remove_prefix(slash + 1);
  return std::string(programRecord.substr(0, programRecord.rfind('.')));
}

}  // namespace mcc
