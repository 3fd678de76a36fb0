// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mcc-corpus: rows in batches, every batch in a child process, so that no file can take the runner
// down. Prints a line per row that falls short and the totals.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compiler/compile.h"
#include "tests/corpus/batches.h"

namespace {

using namespace mcc;
using namespace mcc::corpus;

struct Arguments {
  RunOptions run;
  BatchOptions batch;
  Selection selection;
  std::string where, sample = "1/1", report, standard = "c++17", optimize = "-O1";
  std::string known;
  std::int64_t floor = 0;
  bool sanitize = false;
};

void splitWhere(Arguments& arguments) {
  std::string rest = arguments.where;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string item = rest.substr(0, comma);
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos) throw Error("--where takes FIELD=VALUE,...");
    arguments.selection.where[item.substr(0, equals)] = item.substr(equals + 1);
    rest = comma < rest.size() ? rest.substr(comma + 1) : "";
  }
  const std::size_t slash = arguments.sample.find('/');
  if (slash == std::string::npos) throw Error("--sample takes N/M");
  arguments.selection.sampleNumerator = std::stoll(arguments.sample.substr(0, slash));
  arguments.selection.sampleDenominator = std::stoll(arguments.sample.substr(slash + 1));
  if (arguments.selection.sampleDenominator < 1) throw Error("--sample takes N/M");
}

// Flags that match the target of the generated code.
void setBuildFlags(Arguments& arguments) {
  BuildOptions& build = arguments.run.build;
  const std::string target = targetOf(arguments.run.compile).name;
  build.flags = {"-std=" + arguments.standard, arguments.optimize, "-g0", "-I."};
  build.modelFlags = {"-Wall",   "-Wextra",         "-Wconversion", "-Wshadow",
                      "-Werror", "-fno-exceptions", "-fno-rtti"};
  if (target == "generic") build.modelFlags.emplace_back("-pedantic-errors");
  // By the host's nm; kernels that are included instead of printed have weak symbols.
  build.checkSymbols =
      target != "armv8" && !arguments.sanitize && !arguments.run.compile.linkRuntime;
  if (target == "armv8") {
    if (build.compiler == "g++") build.compiler = "aarch64-linux-gnu-g++";
    build.flags.emplace_back("-static");
    build.emulator = {"qemu-aarch64"};
  } else if (target != "generic") {
    build.flags.push_back("-march=" + target);
  }
  if (arguments.sanitize) {
    build.flags.emplace_back("-fsanitize=address,undefined");
    build.flags.emplace_back("-fno-sanitize-recover=all");
  }
}

void parse(int argc, char** argv, CLI::App& app, Arguments& a) {
  app.add_option("ROOT", a.run.root, "corpus folder with a manifest.json")->required();
  app.add_option("--only", a.selection.only, "regular expression searched in the name");
  app.add_option("--where", a.where, "FIELD=VALUE,...");
  app.add_option("--sample", a.sample, "a seeded part of the rows, such as 1/8");
  app.add_option("--jobs", a.batch.jobs, "child processes at a time");
  app.add_option("--batch", a.batch.rows, "rows built together");
  app.add_option("--seconds", a.batch.seconds, "limit for one row");
  app.add_option("--target", a.run.compile.target);
  app.add_option("--report", a.report, "JSON file with a row per case");
  app.add_option("--known", a.known,
                 "file of rows known to fail: NAME REASON per line; not counted");
  app.add_option("--floor", a.floor, "how many must pass");
  app.add_option("--compiler", a.run.build.compiler);
  app.add_option("--standard", a.standard);
  app.add_option("--optimize", a.optimize);
  app.add_flag("--sanitize", a.sanitize, "AddressSanitizer and UBSan in the generated program");
  app.add_flag("--evaluate", a.run.evaluate, "run the evaluator; build nothing");
  app.add_option("--write", a.run.write, "write generated files below this folder; build nothing");
  app.add_flag("--link-runtime", a.run.compile.linkRuntime);
  app.add_option("--stop-after", a.run.compile.stopAfter, "with --evaluate: the last pass to run");
  app.parse(argc, argv);
  splitWhere(a);
  setBuildFlags(a);
  a.run.compile.custom = {"demo::*"};
  a.run.build.definitions = MCC_CORPUS_OPERATORS;
  a.run.build.definedSpace = "demo";
}

void writeReport(const std::string& path, const std::vector<Outcome>& outcomes) {
  using Json = nlohmann::ordered_json;
  Json report = Json::array();
  for (const Outcome& outcome : outcomes) {
    Json row;
    row["name"] = outcome.name;
    row["status"] = outcome.status;
    row["message"] = outcome.message;
    row["worst"] = std::isfinite(outcome.worst) ? outcome.worst : 1e30;
    report.push_back(std::move(row));
  }
  std::ofstream(path) << report.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
}

// Rows known to fail, with the reason. They are run and shown all the same.
std::map<std::string, std::string> readKnown(const std::string& path) {
  std::map<std::string, std::string> known;
  if (path.empty()) return known;
  std::ifstream in(path);
  if (!in) throw Error("can't read " + path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = line.find(' ');
    if (line.empty() || line[0] == '#' || space == std::string::npos) continue;
    known[line.substr(0, space)] = line.substr(space + 1);
  }
  return known;
}

int conclude(const Arguments& arguments, const std::vector<Outcome>& outcomes) {
  const std::map<std::string, std::string> known = readKnown(arguments.known);
  std::int64_t passed = 0, failed = 0, skipped = 0;
  std::map<std::string, std::int64_t> counts;
  for (const Outcome& outcome : outcomes) {
    ++counts[outcome.status];
    if (outcome.status == "pass" || outcome.status == "rejected") {
      ++passed;
      continue;
    }
    const bool isKnown = known.count(outcome.name) > 0;
    ++(outcome.status == "unsupported" || isKnown ? skipped : failed);
    if (isKnown) std::printf("known (%s) ", known.at(outcome.name).c_str());
    const std::string message = outcome.message.substr(0, outcome.message.find('\n'));
    std::printf("%s: %s: %s\n", outcome.status.c_str(), outcome.name.c_str(), message.c_str());
  }
  for (const auto& [status, count] : counts) std::printf("%6ld %s\n", count, status.c_str());
  std::printf("%ld passed, %ld failed, %ld skipped\n", passed, failed, skipped);
  if (!arguments.report.empty()) writeReport(arguments.report, outcomes);
  return failed == 0 && passed >= arguments.floor ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"mcc-corpus: runs the rows of a corpus folder"};
  Arguments arguments;
  try {
    parse(argc, argv, app, arguments);
    const std::vector<Row> rows = readManifest(arguments.run.root, arguments.selection);
    return conclude(arguments, runBatches(rows, arguments.run, arguments.batch));
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mcc-corpus: %s\n", error.what());
    return 1;
  }
}
