// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the command line says.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/interface.h"

namespace mcc {

enum class Command : std::uint8_t { compile, inspect, verify, targets, ops };

struct Options {
  Command command = Command::compile;
  std::string model;                  // path of the input
  std::string output;                 // -o; the .cpp file, or "-" for none
  std::string target;                 // --target; empty: generic, with a note
  std::string name;                   // --name: namespace
  std::string modelName;              // --model: which of several in one archive
  std::map<std::string, std::int64_t> max;       // --max x_0=512
  std::map<std::string, std::string> dimNames;   // --dim x_0=batch
  std::vector<std::string> custom;    // --custom 'demo::*': operators the user provides
  WeightsForm weights = WeightsForm::automatic;
  bool exact = false;
  bool origins = true;
  bool steps = false;
  bool cApi = false;
  bool linkRuntime = false;           // include runtime_support instead of printing it
  // Looking inside.
  std::string printAfter;             // --print-after=PASS or all
  bool printChanged = false;
  std::string stopAfter;
  std::string dumpDir;
  bool timePasses = false;
  std::string data;                   // verify --data=case.npz
};

// Fills `options`. Returns an exit code when the program should end at once (help, version, a usage
// error), else -1.
int parseOptions(int argc, char** argv, Options& options);

}  // namespace mcc
