// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON by concatenation: as little machinery as possible between a test and what is parsed.
#include "tests/unit/reader/program_text.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace mcc::test {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

std::string asTensor(const std::string& name) {
  return R"({"as_tensor": {"name": ")" + name + "\"}}";
}

}  // namespace

Scratch::Scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "mcc-reader-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path Scratch::write(const std::string& name, const std::string& content) const {
  const std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

std::string sizesText(const std::vector<long>& sizes) {
  std::vector<std::string> parts;
  for (const long size : sizes) parts.push_back("{\"as_int\": " + std::to_string(size) + "}");
  return "[" + joined(parts) + "]";
}

std::string metaText(int dtype, const std::vector<long>& sizes, const std::vector<long>& strides,
                     long offset, int layout) {
  return "{\"dtype\": " + std::to_string(dtype) + ", \"sizes\": " + sizesText(sizes) +
         ", \"strides\": " + sizesText(strides) +
         ", \"storage_offset\": {\"as_int\": " + std::to_string(offset) +
         "}, \"layout\": " + std::to_string(layout) +
         R"(, "requires_grad": false, "device": {"type": "cpu", "index": null}})";
}

std::string programText(const std::vector<std::string>& stored, const std::string& tensorValues,
                        const std::vector<std::string>& storedNames) {
  std::vector<std::string> inputs;
  for (const std::string& name : storedNames) inputs.push_back(asTensor(name));
  inputs.push_back(asTensor("x"));
  std::vector<std::string> specs = stored;
  specs.push_back(R"({"user_input": {"arg": )" + asTensor("x") + "}}");
  const std::string separator = tensorValues.empty() ? "" : ", ";
  return R"({"schema_version": {"major": 8, "minor": 20}, "graph_module": {"graph": {"inputs": [)" +
         joined(inputs) + R"(], "outputs": [)" + asTensor("x") +
         R"(], "nodes": [], "tensor_values": {"x": )" + metaText(7, {2}, {1}) + separator +
         tensorValues + R"(}}, "signature": {"input_specs": [)" + joined(specs) +
         R"(], "output_specs": [{"user_output": {"arg": )" + asTensor("x") + "}}]}}}";
}

std::vector<ZipRecord> programRecords(const std::vector<Weight>& weights) {
  std::vector<std::string> specs, names, metas, entries;
  for (const Weight& weight : weights) {
    const std::string name = "p" + std::to_string(names.size());
    const std::string meta = metaText(weight.dtype, weight.sizes, weight.strides, weight.offset);
    names.push_back(name);
    specs.push_back(R"({"parameter": {"arg": {"name": ")" + name + R"("}, "parameter_name": ")" +
                    weight.fqn + "\"}}");
    metas.push_back("\"" + name + "\": " + metaText(weight.dtype, weight.sizes, weight.strides));
    entries.push_back("\"" + weight.fqn + R"(": {"path_name": ")" + weight.record +
                      R"(", "is_param": true, "use_pickle": false, "tensor_meta": )" + meta + "}");
  }
  return {{"archive_format", "pt2"},
          {"models/model.json", programText(specs, joined(metas), names)},
          {"data/weights/model_weights_config.json", "{\"config\": {" + joined(entries) + "}}"}};
}

}  // namespace mcc::test
