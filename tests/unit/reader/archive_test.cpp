// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of MODEL, and what is told of files that are something else.
#include "compiler/reader/archive.h"

#include <doctest/doctest.h>

#include "ir/diagnostics.h"
#include "tests/unit/reader/program_text.h"

using mcc::Archive;
using mcc::test::makeZip;
using mcc::test::Scratch;
using mcc::test::ZipRecord;

namespace {

using Records = std::vector<ZipRecord>;

const Records kPlain = {{"archive_format", "pt2"},
                        {"archive_version", "0\n"},
                        {"models/model.json", "{}"},
                        {"data/weights/weight_0", "bytes"}};

Records under(const std::string& root, Records records) {
  for (ZipRecord& record : records) record.name = root + record.name;
  return records;
}

std::string messageOf(const std::filesystem::path& path, const std::string& model = "") {
  try {
    return Archive::open(path).programRecord(model);
  } catch (const mcc::Error& error) {
    return error.what();
  }
}

std::string zipMessage(const Records& records, const std::string& model = "") {
  const Scratch scratch;
  return messageOf(scratch.write("m.pt2", makeZip(records)), model);
}

std::string fileMessage(const std::string& content) {
  const Scratch scratch;
  return messageOf(scratch.write("m.pt2", content));
}

bool mentions(const std::string& message, const std::string& words) {
  CAPTURE(message);
  return message.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("archive: the root folder may bear any name or be absent") {
  for (const char* root : {"", "net/", "models/", "data/weights/", "a/b/", "archive_format/"}) {
    CAPTURE(root);
    const Scratch scratch;
    Records records = under(root, kPlain);
    records.insert(records.begin(), {"__MACOSX/._x", "rubbish"});
    const Archive archive = Archive::open(scratch.write("m.pt2", makeZip(records)));
    CHECK(archive.programRecord("") == "models/model.json");
    CHECK(archive.has("data/weights/weight_0"));
    CHECK(archive.size("data/weights/weight_0") == 5);
    CHECK(archive.read("data/weights/weight_0").text() == "bytes");
    CHECK_THROWS_WITH(archive.read("no/such"), "record \"no/such\" is missing");
  }
}

TEST_CASE("archive: without archive_format the programs show the root") {
  for (const char* root : {"", "net/", "models/"}) {
    CHECK(zipMessage(under(root, {{"models/a.json", "{}"}, {"data/weights/weight_0", "x"}})) ==
          "models/a.json");
  }
}

TEST_CASE("archive: an unpacked folder, with and without the root inside") {
  const Scratch scratch;
  for (const ZipRecord& record : kPlain) {
    scratch.write("plain/" + record.name, record.content);
    scratch.write("deep/net/" + record.name, record.content);
  }
  for (const char* folder : {"plain", "deep"}) {
    const Archive archive = Archive::open(scratch.path() / folder);
    CHECK(archive.programRecord("") == "models/model.json");
    CHECK(archive.read("data/weights/weight_0").text() == "bytes");
    CHECK(archive.size("data/weights/weight_0") == 5);
  }
  std::filesystem::create_directories(scratch.path() / "empty");
  CHECK(mentions(messageOf(scratch.path() / "empty"), "directory"));
}

TEST_CASE("archive: a bare model.json finds the weights beside it or beside its folder") {
  const Scratch scratch;
  const auto first = scratch.write("a/models/net.json", "{\"a\": 1}");
  scratch.write("a/data/weights/weight_0", "one");
  const auto second = scratch.write("b/net.json", "{\"b\": 1}");
  scratch.write("b/data/weights/weight_0", "two");
  const auto alone = scratch.write("c/net.json", "{}");
  CHECK(Archive::open(first).programRecord("net") == "models/net.json");
  CHECK(Archive::open(first).read("models/net.json").text() == "{\"a\": 1}");
  CHECK(Archive::open(first).read("data/weights/weight_0").text() == "one");
  CHECK(Archive::open(second).read("data/weights/weight_0").text() == "two");
  CHECK(!Archive::open(alone).has("data/weights/weight_0"));
}

TEST_CASE("archive: several models want a choice") {
  const Records two = under(
      "r/", {{"archive_format", "pt2"}, {"models/alpha.json", "{}"}, {"models/beta.json", "{}"}});
  CHECK(mentions(zipMessage(two), "\"alpha\", \"beta\""));
  CHECK(zipMessage(two, "beta") == "models/beta.json");
  CHECK(mentions(zipMessage(two, "gamma"), "no model \"gamma\""));
}

TEST_CASE("archive: format and version are checked") {
  Records records = kPlain;
  records[0].content = "pt3";
  CHECK(mentions(zipMessage(records), "archive_format"));
  records = kPlain;
  records[1].content = "99";
  CHECK(mentions(zipMessage(records), "archive_version"));
}

TEST_CASE("archive: other kinds of zip are called by their names") {
  CHECK(mentions(zipMessage({{"m/bytecode.pkl", ""}, {"m/data.pkl", ""}, {"m/constants.pkl", ""}}),
                 ".ptl"));
  CHECK(mentions(zipMessage({{"m/data.pkl", ""}, {"m/constants.pkl", ""}}), "TorchScript"));
  CHECK(mentions(zipMessage({{"m/data.pkl", ""}, {"m/data/0", ""}}), "torch.save"));
  CHECK(mentions(zipMessage({{"m/archive_format", "pt2"}, {"m/data/aotinductor/a/b.so", ""}}),
                 "AOTInductor"));
  CHECK(mentions(zipMessage({{"serialized_exported_program.json", "{}"}}), "torch 2.5 to 2.7"));
  CHECK(mentions(zipMessage({{"readme.txt", "hello"}}), "no models/"));
}

TEST_CASE("archive: files that are no zip") {
  CHECK(mentions(fileMessage(""), "empty"));
  CHECK(mentions(fileMessage("hello, this is a text"), "not a .pt2"));
  CHECK(mentions(fileMessage(std::string("\x1c\0\0\0ET12....", 12)), "ExecuTorch"));
  CHECK(mentions(fileMessage(std::string("\x1c\0\0\0PTMF....", 12)), "flatbuffer"));
  CHECK(mentions(fileMessage("\x80\x02}q."), "pickle"));
  CHECK(mentions(fileMessage("PK\x03\x04"), "zip file is cut short"));
  const Scratch scratch;
  CHECK(mentions(messageOf(scratch.path() / "none.pt2"), "can't read"));
  CHECK(mentions(messageOf("/dev/null"), "not a regular file"));
}
