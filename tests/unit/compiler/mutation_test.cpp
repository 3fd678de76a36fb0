// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole programs with damaged values, the same ones at every run, from the reader to the printed
// text: whatever they say, the answer is code or an Error. What the fixtures are, their names say.
#include <doctest/doctest.h>

#include <cctype>
#include <iterator>
#include <random>

#include "compiler/compile.h"
#include "compiler/read_model.h"
#include "compiler/reader/archive.h"
#include "tests/unit/reader/program_text.h"

namespace mcc::test {
namespace {

const std::string kFixtures = "tests/unit/fixtures/";
constexpr const char* kPrograms[] = {"attention", "cond", "conv", "lstm", "while"};

// A value in JSON text: where it starts, and its length.
struct Token {
  std::size_t at, size;
};

// Numbers, or texts with their quotes.
std::vector<Token> tokensOf(const std::string& json, bool areNumbers) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t start = at++;
    const bool isText = json[start] == '"';
    if (isText) {
      while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
      ++at;
    } else if (std::isdigit(static_cast<unsigned char>(json[start])) != 0) {
      while (std::isdigit(static_cast<unsigned char>(json[at])) != 0) ++at;
    } else {
      continue;
    }
    if (isText != areNumbers) tokens.push_back({start, at - start});
  }
  return tokens;
}

// One to three values replaced by others: of the same program, or extreme ones.
class ValueMutator {
 public:
  explicit ValueMutator(std::uint32_t seed) : random_(seed) {}

  std::string mutate(std::string json) {
    for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
      const bool areNumbers = below(3) > 0;
      const std::vector<Token> tokens = tokensOf(json, areNumbers);
      const Token target = tokens[below(tokens.size())];
      const Token other = tokens[below(tokens.size())];
      const std::string value = areNumbers && below(2) == 0 ? kNumbers[below(std::size(kNumbers))]
                                                            : json.substr(other.at, other.size);
      json.replace(target.at, target.size, value);
    }
    return json;
  }

  std::string damage(std::string bytes) {
    if (below(4) == 0) {
      bytes.resize(below(bytes.size()));
    } else {
      bytes[below(bytes.size())] ^= static_cast<char>(1 << below(8));
    }
    return bytes;
  }

 private:
  static constexpr const char* kNumbers[] = {"0", "-1", "1", "2", "3", "7", "64", "1000",
                                             "2147483648", "9223372036854775807"};

  std::size_t below(std::size_t n) { return random_() % n; }

  std::mt19937 random_;
};

std::vector<ZipRecord> recordsOf(const std::string& program) {
  const Archive archive = Archive::open(kFixtures + program + ".pt2");
  std::vector<ZipRecord> records;
  for (const std::string& name : archive.names()) {
    records.push_back({name, std::string(archive.read(name).text())});
  }
  return records;
}

// True when it was compiled. Any exception but Error is a fault.
bool compiles(const Scratch& scratch, const std::vector<ZipRecord>& records) {
  Options options;
  options.model = scratch.write("m.pt2", makeZip(records)).string();
  options.output = "m.cpp";
  Diagnostics diagnostics;
  try {
    Module module = readModel(options, diagnostics);
    if (diagnostics.hasErrors()) return false;
    std::size_t size = 0;
    for (const auto& [name, file] : compile(module, options, diagnostics)) {
      size += file.text().size();
    }
    return size > 0;
  } catch (const Error& error) {
    CHECK(std::string(error.what()) != "");
  } catch (const std::exception& other) {
    FAIL_CHECK(std::string(other.what()));
  }
  return false;
}

bool isProgram(const ZipRecord& record) { return record.name == "models/model.json"; }

}  // namespace

TEST_CASE("programs with other values than were exported compile or are refused") {
  const Scratch scratch;
  for (const std::string program : kPrograms) {
    const std::vector<ZipRecord> records = recordsOf(program);
    CHECK(compiles(scratch, records));
    int accepted = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
      CAPTURE(program);
      CAPTURE(seed);
      std::vector<ZipRecord> mutated = records;
      for (ZipRecord& record : mutated) {
        if (isProgram(record)) record.content = ValueMutator(seed).mutate(record.content);
      }
      accepted += compiles(scratch, mutated) ? 1 : 0;
    }
    CHECK(accepted > 0);  // texts that nobody reads
    CHECK(accepted < 200);
  }
}

TEST_CASE("records with damaged bytes compile or are refused") {
  const Scratch scratch;
  for (const std::string program : kPrograms) {
    const std::vector<ZipRecord> records = recordsOf(program);
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
      CAPTURE(program);
      CAPTURE(seed);
      std::vector<ZipRecord> mutated = records;
      ZipRecord& record = mutated[seed % mutated.size()];
      if (!record.content.empty()) record.content = ValueMutator(seed).damage(record.content);
      compiles(scratch, mutated);
    }
  }
}

}  // namespace mcc::test
