// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zip files of every flavour that is met, and lies about every field.
#include "compiler/reader/zip_file.h"

#include <doctest/doctest.h>

#include "ir/diagnostics.h"
#include "tests/unit/reader/zip_builder.h"

using mcc::ZipEntry;
using mcc::ZipFile;
using mcc::test::bytesOf;
using mcc::test::little;
using mcc::test::makeZip;
using mcc::test::ZipOptions;
using mcc::test::ZipRecord;

namespace {

// What reading every entry says.
std::string readAll(const std::string& file) {
  try {
    ZipFile zip(bytesOf(file));
    std::string out;
    for (const ZipEntry& entry : zip.entries()) {
      out += entry.name + "=" + std::string(zip.read(entry).text()) + ";";
    }
    return out;
  } catch (const mcc::Error& error) {
    return error.what();
  }
}

bool mentions(const std::string& message, const std::string& words) {
  CAPTURE(message);
  CAPTURE(words);
  return message.find(words) != std::string::npos;
}

const std::string kText = "all work and no play, all work and no play";

std::string zipWith(const ZipRecord& record, const ZipOptions& options = {}) {
  return makeZip({{"r/first", "1"}, record}, options);
}

}  // namespace

TEST_CASE("zip: stored and deflated entries, with and without 64-bit records") {
  for (const bool isZip64 : {false, true}) {
    ZipOptions options;
    options.isZip64 = isZip64;
    ZipRecord packed{"r/packed", kText, true};
    ZipRecord padded{"r/padded", "x"};
    padded.localExtra = "FB" + little(10, 2) + "ZZZZZZZZZZ";
    const std::string file =
        makeZip({{"r/", ""}, {"r/stored", kText}, packed, padded, {"r/empty", ""}}, options);
    CHECK(readAll(file) == "r/stored=" + kText + ";r/packed=" + kText + ";r/padded=x;r/empty=;");
    CHECK(readAll(file + std::string(4000, '#')) == readAll(file));
  }
  CHECK(readAll(makeZip({})) == "");
}

TEST_CASE("zip: a stored entry is a part of the file, not a copy") {
  const mcc::Bytes file = bytesOf(makeZip({{"a", kText}}));
  ZipFile zip(file);
  const mcc::Bytes entry = zip.read(zip.entries()[0]);
  CHECK(entry.view.data() == file.view.data() + 31);
}

TEST_CASE("zip: an empty deflated entry, and a comment at the end") {
  ZipOptions options;
  options.comment = "made by hand PK\x05\x06";
  CHECK(readAll(makeZip({{"e", "", true}}, options)) == "e=;");
}

TEST_CASE("zip: every truncation is refused") {
  ZipOptions options;
  options.isZip64 = true;
  const std::string file = zipWith({"r/second", kText, true}, options);
  for (std::size_t length = 0; length < file.size(); ++length) {
    CHECK(mentions(readAll(file.substr(0, length)), "zip"));
  }
}

TEST_CASE("zip: no flipped byte in the structure goes unnoticed or does harm") {
  ZipOptions options;
  options.isZip64 = true;
  const std::string file = zipWith({"r/second", kText, true}, options);
  const std::string whole = readAll(file);
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (const int bit : {1, 128}) {
      std::string damaged = file;
      damaged[at] = static_cast<char>(damaged[at] ^ bit);
      // Fields that nobody needs (versions, dates) may hold anything; contents must be right.
      const std::string result = readAll(damaged);
      const bool isRight = result == whole;
      const bool isRenamed = result.find("=1;") != result.npos && mentions(result, kText);
      const bool isRefused = mentions(result, "zip") || mentions(result, "entry");
      CHECK((isRight || isRenamed || isRefused));
    }
  }
}

TEST_CASE("zip: lies of the central directory") {
  ZipOptions options;
  options.count = 7;
  CHECK(mentions(readAll(zipWith({"r/b", "2"}, options)), "central directory"));
  options.count = 1;
  CHECK(mentions(readAll(zipWith({"r/b", "2"}, options)), "more entries"));
  options = {};
  options.bytes = 0x7fffffff;
  CHECK(mentions(readAll(zipWith({"r/b", "2"}, options)), "outside"));
  options = {};
  options.offset = 0xfffffff0;
  CHECK(mentions(readAll(zipWith({"r/b", "2"}, options)), "outside"));
  options.offset = 0xffffffff;
  CHECK(mentions(readAll(zipWith({"r/b", "2"}, options)), "zip64"));
}

TEST_CASE("zip: lies about an entry name the entry") {
  const auto refusal = [](const ZipRecord& record) {
    const std::string message = readAll(zipWith(record));
    CHECK(mentions(message, "r/b"));
    return message;
  };
  ZipRecord record{"r/b", kText};
  record.size = record.packed = 100000;
  CHECK(mentions(refusal(record), "outside the file"));
  record = {"r/b", kText};
  record.size = 7;
  CHECK(mentions(refusal(record), "two sizes differ"));
  record = {"r/b", kText};
  record.header = 0x7fffffff;
  CHECK(mentions(refusal(record), "outside the file"));
  record.header = 0;
  CHECK(mentions(refusal(record), "r/first"));
  record.header = 1;
  CHECK(mentions(refusal(record), "no local header"));
  record = {"r/b", kText};
  record.size = record.packed = record.header = 0xffffffff;
  record.extra = little(1, 2) + little(24, 2) + little(UINT64_MAX, 8) + little(UINT64_MAX, 8) +
                 little(UINT64_MAX - 8, 8);
  CHECK(mentions(refusal(record), "outside the file"));
  record.extra = little(1, 2) + little(8, 2) + little(5, 8);
  CHECK(mentions(refusal(record), "zip64 field"));
  record = {"r/b", kText};
  record.method = 99;
  CHECK(mentions(refusal(record), "compression method 99"));
  record = {"r/b", kText};
  record.flags = 1;
  CHECK(mentions(refusal(record), "encrypted"));
}

TEST_CASE("zip: damaged contents name the entry") {
  ZipRecord record{"r/b", kText};
  record.crc = 1;
  CHECK(mentions(readAll(zipWith(record)), "CRC"));
  record.crc = 0;  // not computed by the writer
  CHECK(readAll(zipWith(record)) == "r/first=1;r/b=" + kText + ";");
  record = {"r/b", std::string(200000, 'a'), true};
  record.size = 1000;
  CHECK(mentions(readAll(zipWith(record)), "more than its 1000"));
  record.size = 200001;
  CHECK(mentions(readAll(zipWith(record)), "200000 bytes instead of 200001"));
  record = {"r/b", "this is no deflate stream"};
  record.method = 8;
  CHECK(mentions(readAll(zipWith(record)), "deflate stream is damaged"));
}

TEST_CASE("zip: what inflates without measure is refused before it is inflated") {
  ZipRecord record{"r/b", kText, true};
  record.size = 0xf0000000;
  CHECK(mentions(readAll(zipWith(record)), "refused"));
}

TEST_CASE("zip: names") {
  CHECK(mentions(readAll(makeZip({{"a", "1"}, {"a", "2"}})), "duplicate"));
  for (const char* name : {"/a", "a/../b", "..", "../a", "a\\b", "a\xff"}) {
    CHECK(mentions(readAll(makeZip({{name, "1"}})), "entry name"));
  }
  CHECK(mentions(readAll(makeZip({{std::string("a\0b", 3), "1"}})), "a\\x00b"));
  CHECK(readAll(makeZip({{"gr\xc3\xb6\xc3\x9f"
                          "e/..a",
                          "1"}})) ==
        "gr\xc3\xb6\xc3\x9f"
        "e/..a=1;");
}
