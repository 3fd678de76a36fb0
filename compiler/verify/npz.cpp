// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NumPy's array format (NEP 1): a magic number, a Python dict literal, then the elements.
#include "compiler/verify/npz.h"

#include <cstring>
#include <regex>

#include "compiler/reader/zip_file.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

DType dtypeOf(const std::string& descr) {
  const std::map<std::string, DType> known = {
      {"<f8", DType::f64},  {"<f4", DType::f32},  {"<f2", DType::f16}, {"<c16", DType::c128},
      {"<c8", DType::c64},  {"<i8", DType::i64},  {"<i4", DType::i32}, {"<i2", DType::i16},
      {"|i1", DType::i8},   {"|u1", DType::u8},   {"|b1", DType::boolean}, {"<u2", DType::bf16}};
  const auto at = known.find(descr);
  if (at == known.end()) throw Error("an array of NumPy type " + descr + " is not supported");
  return at->second;
}

Sizes shapeOf(const std::string& text) {
  Sizes shape;
  const std::regex number("[0-9]+");
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    shape.push_back(std::stoll(at->str()));
  }
  return shape;
}

Tensor arrayOf(const Bytes& bytes, const std::string& name) {
  const std::string_view text = bytes.text();
  if (text.size() < 10 || text.substr(0, 6) != "\x93NUMPY") {
    throw Error(name + " is not a NumPy array");
  }
  const bool wide = text[6] != 1;
  const std::size_t lengthBytes = wide ? 4 : 2;
  std::uint32_t length = 0;
  std::memcpy(&length, text.data() + 8, lengthBytes);
  const std::size_t start = 8 + lengthBytes + length;
  if (start > text.size()) throw Error(name + " ends inside its header");
  const std::string header(text.substr(8 + lengthBytes, length));
  std::smatch descr, shape;
  const bool parsed =
      std::regex_search(header, descr, std::regex("'descr': *'([^']+)'")) &&
      std::regex_search(header, shape, std::regex("'shape': *\\(([^)]*)\\)")) &&
      header.find("'fortran_order': False") != std::string::npos;
  if (!parsed) throw Error(name + " is not a dense C-ordered array");
  const Tensor tensor = Tensor::view(dtypeOf(descr[1]), shapeOf(shape[1]),
                                     bytes.view.data() + start, bytes.owner);
  if (static_cast<std::size_t>(tensor.bytes()) > text.size() - start) {
    throw Error(name + " ends inside its data");
  }
  return tensor;
}

}  // namespace

std::map<std::string, Tensor> readNpz(const std::filesystem::path& path) {
  ZipFile zip(mapFile(path));
  std::map<std::string, Tensor> arrays;
  for (const ZipEntry& entry : zip.entries()) {
    std::string name = entry.name;
    if (name.size() > 4 && name.substr(name.size() - 4) == ".npy") name.resize(name.size() - 4);
    arrays.emplace(name, arrayOf(zip.read(entry), name));
  }
  return arrays;
}

std::vector<RecordedCall> readRecordedCalls(const std::filesystem::path& path) {
  const std::regex form("c([0-9]+)_(in|out|after_in|exact|int32bias)([0-9]+)(_bf16)?");
  std::vector<RecordedCall> calls;
  for (const auto& [name, tensor] : readNpz(path)) {
    std::smatch parts;
    if (!std::regex_match(name, parts, form)) continue;
    const auto call = static_cast<std::size_t>(std::stoull(parts[1]));
    if (call > 10000) throw Error(name + ": too many calls");
    if (calls.size() <= call) calls.resize(call + 1);
    RecordedCall& to = calls[call];
    std::map<std::int64_t, Tensor>& group = parts[2] == "in"         ? to.inputs
                                            : parts[2] == "out"      ? to.outputs
                                            : parts[2] == "after_in" ? to.afterInputs
                                            : parts[2] == "exact"    ? to.exact
                                                                     : to.int32Bias;
    group.emplace(std::stoll(parts[3]), tensor);
  }
  return calls;
}

}  // namespace mcc
