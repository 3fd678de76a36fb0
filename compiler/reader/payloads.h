// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters, buffers and constants of a program: where their bytes lie and how they are read.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/reader/archive.h"
#include "compiler/reader/export_program.h"
#include "ir/tensor.h"

namespace mcc {

// One entry of a payload table: a view into a record that holds a whole storage.
struct Payload {
  std::string record;  // "data/weights/weight_0"
  bool isPickled = false;
  std::optional<exported::TensorMeta> meta;  // nothing for objects that are no tensors
};

class Payloads {
 public:
  // Reads the tables of `model`; their absence counts only once something is looked up.
  Payloads(Archive archive, const std::string& model);

  // The entry of a parameter, buffer or constant. Throws Error when there is none, when it isn't a
  // plain tensor, when it reaches outside its record, or when dtype or sizes differ from `meta`,
  // what the graph says of the value.
  const Payload& check(const exported::InputSpec& spec, const exported::TensorMeta& meta) const;

  // The tensor's elements, dense and row-major in the machine's byte order. Tensors that share
  // their elements share the result; bytes that lie right already are not copied. Precondition:
  // check() passed. Throws Error when the record is damaged.
  TensorRef load(const exported::InputSpec& spec);

 private:
  struct Table {
    std::string config;  // the table's record
    bool isPresent = false;
    std::map<std::string, Payload> entries;
  };
  Table readTable(const std::string& folder, const std::string& suffix) const;
  const Table& tableOf(const exported::InputSpec& spec) const;
  const Payload& find(const exported::InputSpec& spec) const;
  const Bytes& recordBytes(const std::string& record);

  Archive archive_;
  std::string model_;
  Table weights_, constants_;
  bool swapsBytes_ = false;  // the archive's byte order isn't the machine's
  std::map<std::string, Bytes> records_;
  std::map<std::string, TensorRef> loaded_;
};

}  // namespace mcc
