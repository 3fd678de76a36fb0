// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mcc: options, then the list: read, passes, lower, print, write.
#include <cstdio>
#include <exception>

#include "compiler/commands.h"

namespace {

int report(const mcc::Diagnostics& diagnostics) {
  for (const mcc::Diagnostic& diagnostic : diagnostics.all()) {
    std::fputs(mcc::render(diagnostic, "mcc").c_str(), stderr);
  }
  return diagnostics.hasErrors() ? 1 : 0;
}

int run(const mcc::Options& options) {
  mcc::Diagnostics diagnostics;
  try {
    const int code = mcc::runCommand(options, diagnostics);
    const int reported = report(diagnostics);
    return reported != 0 ? reported : code;
  } catch (const mcc::Error& error) {
    diagnostics.report(error);
    return report(diagnostics);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    mcc::Options options;
    const int code = mcc::parseOptions(argc, argv, options);
    return code >= 0 ? code : run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mcc: internal error: %s\n", error.what());
    std::fprintf(stderr, "  hint: this is a bug of mcc; please report it with the model\n");
    return 70;
  }
}
