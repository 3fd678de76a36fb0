// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mcc's own memory stays below three times the weights, whatever they are printed as.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

namespace mcc {
namespace {

namespace fs = std::filesystem;

constexpr long kRows = 1024, kColumns = 4096;
constexpr long kWeightBytes = kRows * kColumns * 4;

// x: f32[1, kColumns] -> aten.linear(x, w) with w: f32[kRows, kColumns].
const char* const kProgram = R"({"schema_version": {"major": 8, "minor": 20}, "graph_module":
{"graph": {"inputs": [{"as_tensor": {"name": "w"}}, {"as_tensor": {"name": "x"}}],
"outputs": [{"as_tensor": {"name": "y"}}], "nodes": [{"target": "torch.ops.aten.linear.default",
"inputs": [{"name": "input", "arg": {"as_tensor": {"name": "x"}}, "kind": 1},
{"name": "weight", "arg": {"as_tensor": {"name": "w"}}, "kind": 1}],
"outputs": [{"as_tensor": {"name": "y"}}], "metadata": {}}],
"tensor_values": {"x": META(1, 4096), "w": META(1024, 4096), "y": META(1, 1024)}},
"signature": {"input_specs": [{"parameter": {"arg": {"name": "w"}, "parameter_name": "w"}},
{"user_input": {"arg": {"as_tensor": {"name": "x"}}}}],
"output_specs": [{"user_output": {"arg": {"as_tensor": {"name": "y"}}}}]}}})";
const char* const kWeights = R"({"config": {"w": {"path_name": "w", "is_param": true,
"use_pickle": false, "tensor_meta": META(1024, 4096)}}})";

// META(rows, columns) stands for the description of a tensor.
std::string withMetas(std::string text) {
  for (std::size_t at = text.find("META("); at != text.npos; at = text.find("META(", at)) {
    const std::size_t comma = text.find(',', at), end = text.find(')', at);
    const std::string columns = text.substr(comma + 2, end - comma - 2);
    const std::string rows = text.substr(at + 5, comma - at - 5);
    text.replace(at, end + 1 - at,
                 R"({"dtype": 7, "sizes": [{"as_int": )" + rows + R"(}, {"as_int": )" + columns +
                     R"(}], "strides": [{"as_int": )" + columns + R"(}, {"as_int": 1}],
"storage_offset": {"as_int": 0}, "layout": 7, "requires_grad": false,
"device": {"type": "cpu", "index": null}})");
  }
  return text;
}

struct Folder {
  Folder() : path(fs::temp_directory_path() / ("mcc-memory-" + std::to_string(getpid()))) {
    fs::create_directories(path / "models");
    fs::create_directories(path / "data/weights");
    std::ofstream(path / "models/net.json") << withMetas(kProgram);
    std::ofstream(path / "data/weights/net_weights_config.json") << withMetas(kWeights);
    // Piece by piece: a child's peak counts the memory it was forked with.
    std::ofstream out(path / "data/weights/w", std::ios::binary);
    std::mt19937 random(1);
    for (long i = 0; i < kRows * kColumns; ++i) {
      const float number = static_cast<float>(random()) / 1e10f;
      out.write(reinterpret_cast<const char*>(&number), sizeof number);
    }
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path path;
};

// Peak in bytes of an mcc that must succeed.
long peakOf(const Folder& folder, const std::string& target, const std::string& weights) {
  const std::string model = folder.path.string();
  const std::string output = (folder.path / "out.cpp").string();
  const char* const compiler = std::getenv("MCC_EXECUTABLE");
  REQUIRE(compiler != nullptr);
  const pid_t child = fork();
  if (child == 0) {
    execl(compiler, compiler, model.c_str(), "-o", output.c_str(), ("--target=" + target).c_str(),
          ("--weights=" + weights).c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  struct rusage usage = {};
  REQUIRE(wait4(child, &status, 0, &usage) == child);
  REQUIRE(status == 0);
  return usage.ru_maxrss * 1024;
}

}  // namespace

TEST_CASE("mcc takes less than three times the weights in memory") {
  const Folder folder;
#if defined(__SANITIZE_ADDRESS__)
  const long most = 8 * kWeightBytes;  // what is freed stays in AddressSanitizer's quarantine
#else
  const long most = 3 * kWeightBytes;
#endif
  CHECK(peakOf(folder, "generic", "array") < most);
  for (const char* form : {"array", "literal", "bin", "pointer"}) {
    CAPTURE(form);
    CHECK(peakOf(folder, "x86-64-v3", form) < most);
  }
}

}  // namespace mcc
