// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of generated files against the copies in fixtures/, so that review shows what changes.
// MCC_REBASE=1 in the environment writes the copies anew.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/compile.h"
#include "compiler/read_model.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

const std::string kFolder = "tests/golden/fixtures/";

std::string contentsOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

Files filesOf(const std::string& model, const std::string& target) {
  Options options;
  options.model = model;
  options.output = "lenet.cpp";
  options.target = target;
  options.weights = WeightsForm::pointer;  // the numbers would drown the rest
  Diagnostics diagnostics;
  Module module = readModel(options, diagnostics);
  Files files = compile(module, options, diagnostics);
  REQUIRE(!diagnostics.hasErrors());
  files.erase("lenet_weights.bin");
  return files;
}

void compareWithCopies(const std::string& folder, const Files& files) {
  for (const auto& [name, contents] : files) {
    const std::string path = kFolder + folder + "/" + name;
    const std::string text = contents.text();
    if (std::getenv("MCC_REBASE") != nullptr) std::ofstream(path, std::ios::binary) << text;
    CAPTURE(path);
    CHECK_MESSAGE(contentsOf(path) == text, "MCC_REBASE=1 writes the copies anew");
  }
}

}  // namespace

TEST_CASE("LeNet for any processor") {
  compareWithCopies("lenet_generic", filesOf(kFolder + "lenet.pt2", "generic"));
}

TEST_CASE("LeNet on AVX2") {
  compareWithCopies("lenet_x86-64-v3", filesOf(kFolder + "lenet.pt2", "x86-64-v3"));
}

TEST_CASE("the same model gives the same bytes, wherever it lies") {
  const std::filesystem::path moved = std::filesystem::temp_directory_path() / "mcc golden moved";
  std::filesystem::create_directories(moved);
  std::filesystem::copy_file(kFolder + "lenet.pt2", moved / "lenet.pt2",
                             std::filesystem::copy_options::overwrite_existing);
  const Files here = filesOf(kFolder + "lenet.pt2", "generic");
  const Files there = filesOf((moved / "lenet.pt2").string(), "generic");
  CHECK(here.size() == there.size());
  for (const auto& [name, contents] : here) CHECK(contents.text() == there.at(name).text());
  std::filesystem::remove_all(moved);
}

}  // namespace mcc
