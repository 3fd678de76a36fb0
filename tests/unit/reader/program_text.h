// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small exported programs as text, and a folder to put them in, for the reader's tests.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "tests/unit/reader/zip_builder.h"

namespace mcc::test {

// A folder of its own in the system's folder for such things; gone with the object.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Writes a file, with the folders on the way to it.
  std::filesystem::path write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

// A program with one user input x of f32[2] that is returned as it came, with parameters and
// buffers before it. `stored`: JSON of input specs, e.g. from storedSpec().
std::string programText(const std::vector<std::string>& stored, const std::string& tensorValues,
                        const std::vector<std::string>& storedNames);

// {"as_int": n} lists and tensor metadata.
std::string sizesText(const std::vector<long>& sizes);
std::string metaText(int dtype, const std::vector<long>& sizes, const std::vector<long>& strides,
                     long offset = 0, int layout = 7);

// A weight of a program: its entry in the table of payloads and in the graph.
struct Weight {
  std::string fqn;
  std::string record;  // path_name
  int dtype = 7;
  std::vector<long> sizes;
  std::vector<long> strides;
  long offset = 0;
};

// The records of an archive (without root) whose program has these weights as parameters; the
// weights' own records are left to the caller.
std::vector<ZipRecord> programRecords(const std::vector<Weight>& weights);

}  // namespace mcc::test
