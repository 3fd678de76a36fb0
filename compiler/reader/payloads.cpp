// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Payload tables ("*_weights_config.json", "*_constants_config.json") and the tensors behind them.
#include "compiler/reader/payloads.h"

#include <bit>
#include <utility>

#include "compiler/reader/export_parts.h"
#include "compiler/reader/strided_copy.h"

namespace mcc {
namespace {

using exported::InputSpec;
using exported::TensorMeta;

// A view may repeat elements (stride 0); the copy must not grow without bound.
constexpr std::int64_t kLargestExpansion = 256 << 20;

[[noreturn]] void failPayload(const InputSpec& spec, const Payload* payload,
                              const std::string& what, std::string hint = {}) {
  const std::string record = payload == nullptr ? "" : " (record " + quote(payload->record) + ")";
  throw Error(quote(spec.target) + record + ": " + what, std::move(hint));
}

// A file name inside its folder, never a path.
std::string readPathName(JsonValue json) {
  const std::string& name = json.string();
  if (name.empty() || name == "." || name == ".." || name.find_first_of("/\\") != name.npos) {
    json.fail("expected a plain file name, found " + quote(name));
  }
  return name;
}

Payload readPayload(const std::string& folder, JsonValue json) {
  Payload payload;
  payload.record = folder + readPathName(json.at("path_name"));
  if (const auto pickled = json.find("use_pickle")) payload.isPickled = pickled->boolean();
  if (const auto meta = json.find("tensor_meta")) payload.meta = exported::readTensorMeta(*meta);
  return payload;
}

// Symbolic entries give nothing: weights have fixed sizes.
std::optional<StridedView> viewOf(const TensorMeta& meta) {
  StridedView view;
  const auto take = [](const std::vector<exported::SymInt>& from, std::vector<std::int64_t>& to) {
    for (const exported::SymInt& entry : from) {
      const auto* value = std::get_if<std::int64_t>(&entry);
      if (value == nullptr) return false;
      to.push_back(*value);
    }
    return true;
  };
  const auto* offset = std::get_if<std::int64_t>(&meta.storageOffset);
  if (offset == nullptr || !take(meta.sizes, view.sizes) || !take(meta.strides, view.strides)) {
    return std::nullopt;
  }
  view.offset = *offset;
  return view;
}

DType dtypeOf(const InputSpec& spec, const Payload& payload) {
  const auto dtype = dtypeFromScalarType(static_cast<std::int64_t>(payload.meta->dtype));
  if (!dtype) {
    failPayload(
        spec, &payload,
        std::string("dtype ") + exported::nameOf(payload.meta->dtype) + " is not supported");
  }
  return *dtype;
}

bool equalSizes(const std::vector<exported::SymInt>& a, const std::vector<exported::SymInt>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto* left = std::get_if<std::int64_t>(&a[i]);
    const auto* right = std::get_if<std::int64_t>(&b[i]);
    if (left == nullptr || right == nullptr || *left != *right) return false;
  }
  return true;
}

// That the view lies within a record of `bytes` bytes.
void checkExtent(const InputSpec& spec, const Payload& payload, std::uint64_t bytes) {
  const auto view = viewOf(*payload.meta);
  const auto reach = view ? reachOf(*view) : std::nullopt;
  if (!reach) failPayload(spec, &payload, "its sizes, strides and offset make no sense");
  const std::int64_t item = byteSize(dtypeOf(spec, payload));
  if (static_cast<std::uint64_t>(*reach) > bytes / static_cast<std::uint64_t>(item)) {
    failPayload(spec, &payload,
                bytes == 0 ? std::string("its record is empty: the values were not saved")
                           : "reaches element " + std::to_string(*reach - 1) +
                                 ", but the record has " + std::to_string(bytes) + " bytes",
                bytes == 0 ? "export with real weights, not under fake tensors" : "");
  }
  const auto count = elementCount(view->sizes);
  const std::int64_t limit = std::max(kLargestExpansion, static_cast<std::int64_t>(bytes)) / item;
  if (*count > limit) failPayload(spec, &payload, "repeats its few stored elements too often");
}

std::string keyOf(const Payload& payload, const StridedView& view) {
  std::string key = payload.record + '\0' + exported::nameOf(payload.meta->dtype);
  for (const std::int64_t size : view.sizes) key += "," + std::to_string(size);
  for (const std::int64_t stride : view.strides) key += ";" + std::to_string(stride);
  return key + "+" + std::to_string(view.offset);
}

// True when the archive's numbers must be turned round on this machine.
bool readByteOrder(const Archive& archive) {
  if (!archive.has("byteorder")) return std::endian::native == std::endian::big;
  const Bytes record = archive.read("byteorder");
  const std::string_view order =
      record.text().substr(0, record.text().find_last_not_of("\r\n ") + 1);
  if (order != "little" && order != "big") {
    throw Error("record byteorder says " + quote(order) + " instead of \"little\" or \"big\"");
  }
  return (order == "little") != (std::endian::native == std::endian::little);
}

TensorRef makeTensor(DType dtype, const StridedView& view, const Bytes& record, bool swaps) {
  const std::int64_t item = byteSize(dtype);
  const std::int64_t unit = isComplex(dtype) ? item / 2 : item;
  const auto start = static_cast<std::size_t>(view.offset * item);
  const std::byte* const first = record.view.data() + start;
  const bool isAligned =
      reinterpret_cast<std::uintptr_t>(first) % static_cast<std::size_t>(unit) == 0;
  const auto count = static_cast<std::size_t>(*elementCount(view.sizes));
  if (count > 0 && !swaps && isAligned && isDense(view)) {
    return std::make_shared<const Tensor>(Tensor::view(dtype, view.sizes, first, record.owner));
  }
  const ByteBuffer buffer(count * static_cast<std::size_t>(item));
  copyDense(view, record.view, item, buffer.data);
  if (swaps) swapBytes({buffer.data, buffer.bytes.size()}, unit);
  return std::make_shared<const Tensor>(
      Tensor::view(dtype, view.sizes, buffer.data, buffer.bytes.owner));
}

}  // namespace

Payloads::Payloads(Archive archive, const std::string& model)
    : archive_(std::move(archive)),
      model_(model),
      weights_(readTable("data/weights/", "_weights_config.json")),
      constants_(readTable("data/constants/", "_constants_config.json")),
      swapsBytes_(readByteOrder(archive_)) {}

Payloads::Table Payloads::readTable(const std::string& folder, const std::string& suffix) const {
  Table table;
  table.config = folder + model_ + suffix;
  table.isPresent = archive_.has(table.config);
  if (!table.isPresent) {
    const std::string pickle = folder + model_ + ".pt";
    if (archive_.has(pickle)) table.config = pickle;
    return table;
  }
  const JsonDocument document(table.config, archive_.read(table.config).text());
  for (const auto& [fqn, entry] : document.root().at("config").members()) {
    table.entries.emplace(fqn, readPayload(folder, entry));
  }
  return table;
}

const Payloads::Table& Payloads::tableOf(const InputSpec& spec) const {
  const bool isConstant = spec.kind == InputSpec::Kind::tensorConstant ||
                          spec.kind == InputSpec::Kind::customObject || !spec.persistent;
  return isConstant ? constants_ : weights_;
}

const Payload& Payloads::find(const InputSpec& spec) const {
  const Table& table = tableOf(spec);
  if (!table.isPresent && table.config.ends_with(".pt")) {
    throw Error("the weights are a pickle in " + quote(table.config) +
                    ", as torch 2.8 saves them, which mcc can't read yet",
                "load and save it again with torch 2.9 or later: "
                "torch.export.save(torch.export.load(\"old.pt2\"), \"new.pt2\")");
  }
  if (!table.isPresent) {
    failPayload(spec, nullptr, "the table of weights " + quote(table.config) + " is missing",
                "a bare model.json needs the archive's data folder beside it");
  }
  const auto entry = table.entries.find(spec.target);
  if (entry == table.entries.end()) {
    failPayload(spec, nullptr, "the table " + quote(table.config) + " has no such entry");
  }
  return entry->second;
}

const Payload& Payloads::check(const InputSpec& spec, const TensorMeta& meta) const {
  const Payload& payload = find(spec);
  if (payload.isPickled || !payload.meta) {
    failPayload(spec, &payload, "it is a pickled object, perhaps a tensor subclass",
                "export plain tensors; torchao: unwrap_tensor_subclass(model) before the export");
  }
  if (payload.meta->layout != exported::Layout::strided) {
    failPayload(spec, &payload, "its layout is sparse or opaque, mcc knows strided tensors");
  }
  if (payload.meta->dtype != meta.dtype) {
    failPayload(spec, &payload,
                std::string("stored as ") + exported::nameOf(payload.meta->dtype) +
                    ", but the graph takes " + exported::nameOf(meta.dtype));
  }
  if (!equalSizes(payload.meta->sizes, meta.sizes)) {
    failPayload(spec, &payload, "its stored sizes differ from the graph's");
  }
  if (!archive_.has(payload.record)) failPayload(spec, &payload, "the record is missing");
  checkExtent(spec, payload, archive_.size(payload.record));
  return payload;
}

const Bytes& Payloads::recordBytes(const std::string& record) {
  const auto known = records_.find(record);
  if (known != records_.end()) return known->second;
  return records_.emplace(record, archive_.read(record)).first->second;
}

TensorRef Payloads::load(const InputSpec& spec) {
  const Payload& payload = find(spec);
  const DType dtype = dtypeOf(spec, payload);
  const StridedView view = *viewOf(*payload.meta);
  TensorRef& tensor = loaded_[keyOf(payload, view)];
  if (tensor == nullptr) {
    const Bytes& record = recordBytes(payload.record);
    checkExtent(spec, payload, record.size());  // a folder's file may have changed meanwhile
    tensor = makeTensor(dtype, view, record, swapsBytes_);
  }
  return tensor;
}

}  // namespace mcc
