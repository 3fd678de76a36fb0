// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights out of archives: layouts, sharing, byte order, and tables that lie.
#include "compiler/reader/payloads.h"

#include <doctest/doctest.h>

#include <cstring>

#include "compiler/reader/model_file.h"
#include "tests/unit/reader/program_text.h"

using mcc::ModelFile;
using mcc::TensorRef;
using mcc::test::Weight;
using mcc::test::ZipRecord;

namespace {

std::string floats(const std::vector<float>& values) {
  std::string out(4 * values.size(), '\0');
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

std::vector<float> floatsOf(const TensorRef& tensor) {
  return {tensor->as<float>(), tensor->as<float>() + tensor->size()};
}

ZipRecord weightRecord(const std::string& name, const std::string& content) {
  return {"data/weights/" + name, content};
}

// Opens a program with these weights and hands it to `use` while the file exists.
template <class Use>
void open(const std::vector<Weight>& weights, const std::vector<ZipRecord>& more, Use use) {
  const mcc::test::Scratch scratch;
  std::vector<ZipRecord> records = mcc::test::programRecords(weights);
  records.insert(records.end(), more.begin(), more.end());
  mcc::Diagnostics diagnostics;
  const auto path = scratch.write("m.pt2", mcc::test::makeZip(records));
  ModelFile file = mcc::readModelFile(path, "", diagnostics);
  use(file);
}

TensorRef load(ModelFile& file, std::size_t input) {
  return file.payloads.load(file.program.module.signature.inputs[input]);
}

std::string messageOf(const std::vector<Weight>& weights, const std::vector<ZipRecord>& more) {
  try {
    open(weights, more, [](ModelFile& file) { load(file, 0); });
  } catch (const mcc::Error& error) {
    return error.what();
  }
  return "accepted";
}

bool mentions(const std::string& message, const std::string& words) {
  CAPTURE(message);
  return message.find(words) != std::string::npos;
}

const std::string kSix = floats({0, 1, 2, 3, 4, 5});

}  // namespace

TEST_CASE("payloads: contiguous, transposed, channels-last, offset and repeated views") {
  const std::vector<Weight> weights = {
      {"plain", "w", 7, {2, 3}, {3, 1}},      {"transposed", "w", 7, {3, 2}, {1, 3}},
      {"last", "w", 7, {1, 3, 2}, {6, 1, 3}}, {"offset", "w", 7, {2}, {1}, 4},
      {"repeated", "w", 7, {2, 2}, {0, 1}},   {"scalar", "w", 7, {}, {}, 5},
      {"empty", "w", 7, {0, 3}, {3, 1}},
  };
  open(weights, {weightRecord("w", kSix)}, [](ModelFile& file) {
    CHECK(floatsOf(load(file, 0)) == std::vector<float>{0, 1, 2, 3, 4, 5});
    CHECK(load(file, 0)->shape() == mcc::Sizes{2, 3});
    CHECK(floatsOf(load(file, 1)) == std::vector<float>{0, 3, 1, 4, 2, 5});
    CHECK(floatsOf(load(file, 2)) == std::vector<float>{0, 3, 1, 4, 2, 5});
    CHECK(floatsOf(load(file, 3)) == std::vector<float>{4, 5});
    CHECK(floatsOf(load(file, 4)) == std::vector<float>{0, 1, 0, 1});
    CHECK(floatsOf(load(file, 5)) == std::vector<float>{5});
    CHECK(load(file, 6)->size() == 0);
  });
}

TEST_CASE("payloads: tied weights are one tensor; views of one storage share its bytes") {
  const std::vector<Weight> weights = {{"embedding", "w", 7, {2, 3}, {3, 1}},
                                       {"head", "w", 7, {2, 3}, {3, 1}},
                                       {"part", "w", 7, {3}, {1}, 3}};
  open(weights, {weightRecord("w", kSix)}, [](ModelFile& file) {
    CHECK(load(file, 0) == load(file, 1));
    CHECK(load(file, 0) != load(file, 2));
    // In this archive the record may start at an odd address, and then a copy is right.
    const bool isCopied = load(file, 2)->data() != load(file, 0)->data() + 12;
    CHECK(floatsOf(load(file, 2)) == std::vector<float>{3, 4, 5});
    if (!isCopied) CHECK(load(file, 2)->data() == load(file, 0)->data() + 12);
    CHECK(reinterpret_cast<std::uintptr_t>(load(file, 2)->data()) % 4 == 0);
  });
}

TEST_CASE("payloads: records at any address give aligned tensors") {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    ZipRecord record = weightRecord("w", kSix);
    record.localExtra = std::string(shift, 'Z');
    open({{"a", "w", 8, {3}, {1}}}, {record}, [](ModelFile& file) {
      const TensorRef tensor = load(file, 0);
      CHECK(reinterpret_cast<std::uintptr_t>(tensor->data()) % 8 == 0);
      CHECK(std::memcmp(tensor->data(), kSix.data(), 24) == 0);
    });
  }
}

TEST_CASE("payloads: a big-endian archive") {
  const std::string big = "\x3f\x80" + std::string(2, '\0') + "\x40" + std::string(3, '\0');
  open({{"a", "w", 7, {2}, {1}}}, {weightRecord("w", big), {"byteorder", "big"}},
       [](ModelFile& file) {
         CHECK(floatsOf(load(file, 0)) == std::vector<float>{1, 2});
       });
  // Parts of complex numbers are turned one by one.
  open({{"a", "w", 10, {1}, {1}}}, {weightRecord("w", big), {"byteorder", "big"}},
       [](ModelFile& file) { CHECK(load(file, 0)->complex(0) == std::complex<double>(1, 2)); });
  CHECK(mentions(
      messageOf({{"a", "w", 7, {2}, {1}}}, {weightRecord("w", big), {"byteorder", "middle"}}),
      "byteorder"));
}

TEST_CASE("payloads: views that leave their record are refused by name") {
  const auto refusal = [](const Weight& weight) {
    const std::string message = messageOf({weight}, {weightRecord("w", kSix)});
    CHECK(mentions(message, "net.a"));
    return message;
  };
  CHECK(mentions(refusal({"net.a", "w", 7, {7}, {1}}), "element 6"));
  CHECK(mentions(refusal({"net.a", "w", 7, {2, 3}, {4, 1}}), "element 6"));
  CHECK(mentions(refusal({"net.a", "w", 7, {6}, {1}, 1}), "element 6"));
  CHECK(mentions(refusal({"net.a", "w", 8, {6}, {1}}), "element 5"));
  CHECK(mentions(refusal({"net.a", "w", 7, {2}, {INT64_MAX / 2}}), "element"));
  CHECK(mentions(refusal({"net.a", "w", 7, {3}, {INT64_MAX}}), "no sense"));
  CHECK(mentions(refusal({"net.a", "w", 7, {2}, {-1}, 1}), "no sense"));
  CHECK(mentions(refusal({"net.a", "w", 7, {2}, {1}, -1}), "no sense"));
  CHECK(mentions(refusal({"net.a", "w", 7, {2, 3}, {1}}), "no sense"));
  CHECK(mentions(refusal({"net.a", "w", 7, {1L << 40}, {0}}), "too often"));
  CHECK(mentions(refusal({"net.a", "w", 28, {2}, {1}}), "uint16"));
  CHECK(mentions(refusal({"net.a", "missing", 7, {2}, {1}}), "record is missing"));
}

TEST_CASE("payloads: an empty record means that the values were not saved") {
  CHECK(mentions(messageOf({{"a", "w", 7, {2}, {1}}}, {weightRecord("w", "")}), "not saved"));
}

TEST_CASE("payloads: record names are plain file names") {
  for (const char* name : {"../w", "/w", "a/w", "..", ".", "a\\\\w", ""}) {
    CAPTURE(name);
    CHECK(mentions(messageOf({{"a", name, 7, {2}, {1}}}, {}), "path_name"));
  }
}

TEST_CASE("payloads: pickled weights are recognised") {
  const mcc::test::Scratch scratch;
  std::vector<ZipRecord> records = mcc::test::programRecords({{"a", "w", 7, {2}, {1}}});
  records[2] = {"data/weights/model.pt", "PK"};
  mcc::Diagnostics diagnostics;
  const auto path = scratch.write("m.pt2", mcc::test::makeZip(records));
  try {
    mcc::readModelFile(path, "", diagnostics);
    FAIL("accepted");
  } catch (const mcc::Error& error) {
    CHECK(mentions(error.what(), "pickle in \"data/weights/model.pt\""));
    CHECK(mentions(error.hint, "2.9"));
  }
}
