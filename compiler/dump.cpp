// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints modules between passes.
#include "compiler/dump.h"

#include <cstdio>

#include "compiler/write_files.h"
#include "ir/text.h"

namespace mcc {

Dump::Dump(const Options& options) : options_(options), start_(std::chrono::steady_clock::now()) {
  const std::string wanted = options.printAfter.empty() ? options.stopAfter : options.printAfter;
  if (wanted.empty() || wanted == "all" || wanted == "read") return;
  for (const Pass& pass : pipeline()) {
    if (wanted == pass.name) return;
  }
  std::string known = "read";
  for (const Pass& pass : pipeline()) known += std::string(", ") + pass.name;
  throw Error("unknown pass '" + wanted + "'", "passes are: " + known);
}

void Dump::write(const std::string& pass, const Module& module) {
  const bool all = options_.printAfter == "all";
  const bool wanted = all || options_.printAfter == pass || options_.stopAfter == pass;
  if (!wanted && !options_.printChanged && options_.dumpDir.empty()) return;
  Sidecar sidecar;
  const std::string text = print(module, &sidecar);
  if (wanted || (options_.printChanged && text != previous_)) {
    std::printf("// after %s\n%s", pass.c_str(), text.c_str());
  }
  if (!options_.dumpDir.empty()) {
    const std::string number = (index_ < 10 ? "0" : "") + std::to_string(index_);
    const std::string stem = options_.dumpDir + "/" + number + "_" + pass;
    writeFiles({{stem + ".mcc", text}, {stem + ".bin", writeSidecar(sidecar)}});
  }
  previous_ = text;
}

void Dump::imported(const Module& module) {
  write("read", module);
}

void Dump::after(const Pass& pass, const Module& module) {
  ++index_;
  if (options_.timePasses) {
    const std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - start_;
    std::fprintf(stderr, "%8.1f ms  %s\n", took.count(), pass.name);
  }
  write(pass.name, module);
  start_ = std::chrono::steady_clock::now();
}

}  // namespace mcc
