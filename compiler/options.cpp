// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line, by CLI11; --help is made from this.
#include "compiler/options.h"

#include <CLI/CLI.hpp>

#include "runtime_support/version.h"

namespace mcc {
namespace {

// "x_0=512" as name and text; CLI11 shows the message.
std::pair<std::string, std::string> splitAssignment(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
    throw CLI::ValidationError("'" + text + "' is not of the form NAME=VALUE");
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

void addMax(Options& options, const std::string& text) {
  const auto [name, value] = splitAssignment(text);
  std::int64_t number = 0;
  if (!CLI::detail::lexical_cast(value, number) || number < 1) {
    throw CLI::ValidationError("--max " + text + ": the value must be a positive integer");
  }
  options.max[name] = number;
}

void addModel(CLI::App& app, Options& options) {
  app.add_option("MODEL", options.model, ".pt2 file, unpacked folder or model.json");
  app.add_option("--model", options.modelName, "which model of an archive with several");
  app.add_option_function<std::vector<std::string>>(
      "--max",
      [&options](const std::vector<std::string>& items) {
        for (const std::string& item : items) addMax(options, item);
      },
      "largest value of a dimension without upper bound, NAME=N")
      ->allow_extra_args(false);
  app.add_option_function<std::vector<std::string>>(
      "--dim",
      [&options](const std::vector<std::string>& items) {
        for (const std::string& item : items) options.dimNames.insert(splitAssignment(item));
      },
      "rename a dimension, NAME=NEW")
      ->allow_extra_args(false);
  app.add_option("--custom", options.custom, "operators that you provide, such as 'demo::*'")
      ->allow_extra_args(false);
}

void addCompile(CLI::App& app, Options& options) {
  const std::map<std::string, WeightsForm> forms = {{"auto", WeightsForm::automatic},
                                                    {"array", WeightsForm::array},
                                                    {"literal", WeightsForm::literal},
                                                    {"bin", WeightsForm::bin},
                                                    {"pointer", WeightsForm::pointer}};
  app.add_option("--target", options.target, "what to make code for (`mcc targets`)");
  app.add_option("--name", options.name, "namespace; default: the file's name");
  app.add_option("--weights", options.weights, "auto, array, literal, bin or pointer")
      ->transform(CLI::CheckedTransformer(forms, CLI::ignore_case));
  app.add_flag("--exact", options.exact, "no transformation that changes values");
  app.add_flag("!--no-origin", options.origins, "no module names and Python lines in the output");
  app.add_flag("--steps", options.steps, "call Hooks::step before every step");
  app.add_flag("--c-api", options.cApi, "also write a C interface");
  app.add_flag("--link-runtime", options.linkRuntime, "include runtime_support, don't print it");
  app.add_option("--print-after", options.printAfter, "print the IR after a pass, or after all");
  app.add_flag("--print-changed", options.printChanged,
               "print the IR after passes that changed it");
  app.add_option("--stop-after", options.stopAfter, "stop after a pass; implies printing the IR");
  app.add_option("--dump-dir", options.dumpDir, "write the IR after every pass into a folder");
  app.add_flag("--time-passes", options.timePasses, "print how long passes take");
}

}  // namespace

int parseOptions(int argc, char** argv, Options& options) {
  CLI::App app{"mcc: compiles programs exported by PyTorch to standalone C++"};
  app.set_version_flag("--version", "mcc " MCC_VERSION_STRING);
  addModel(app, options);
  addCompile(app, options);
  app.add_option("-o,--output", options.output,
                 "the .cpp file to write; .h and weights go beside it (-: no files)");
  CLI::App* inspect = app.add_subcommand("inspect", "what is in a model");
  addModel(*inspect, options);
  CLI::App* verify = app.add_subcommand("verify", "compile, build, run and compare");
  addModel(*verify, options);
  verify->add_option("--data", options.data, "recorded calls (.npz)");
  addCompile(*verify, options);
  CLI::App* targets = app.add_subcommand("targets", "what this build makes code for");
  CLI::App* ops = app.add_subcommand("ops", "operators this build knows");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  if (inspect->parsed()) options.command = Command::inspect;
  if (verify->parsed()) options.command = Command::verify;
  if (targets->parsed()) options.command = Command::targets;
  if (ops->parsed()) options.command = Command::ops;
  return -1;
}

}  // namespace mcc
