// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, compiles and judges rows; those that compile share one build.
#include "tests/corpus/run_rows.h"

#include <algorithm>

#include "compiler/read_model.h"
#include "compiler/write_files.h"
#include "ir/evaluate.h"
#include "passes/pipeline.h"

namespace mcc::corpus {
namespace {

// A row that got as far as running.
struct Ready {
  std::size_t row;
  Module module;
  std::vector<RecordedCall> calls;
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// All errors in one text, hints too: what a user reads.
std::string messagesOf(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == Severity::error) text += render(diagnostic, "mcc");
  }
  return text;
}

Outcome refused(const Row& row, const Diagnostics& diagnostics) {
  const std::string text = messagesOf(diagnostics);
  Outcome outcome{row.name, "unsupported", text, 0};
  if (!row.expectReject) {
    if (row.lenient) outcome.status = "rejected";
    return outcome;
  }
  const std::string seen = lower(text);
  const bool clear =
      std::all_of(row.mentions.begin(), row.mentions.end(),
                  [&](const std::string& m) { return seen.find(m) != std::string::npos; });
  outcome.status = clear ? "rejected" : "unclear";
  return outcome;
}

class Runner {
 public:
  Runner(const std::vector<Row>& rows, const RunOptions& options)
      : rows_(rows), options_(options), outcomes_(rows.size()) {}

  std::vector<Outcome> run() {
    std::vector<Ready> ready;
    std::vector<HarnessCase> cases;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      outcomes_[i].name = rows_[i].name;
      Diagnostics diagnostics;
      try {
        prepare(i, diagnostics, ready, cases);
      } catch (const Error& error) {
        diagnostics.report(error);
      } catch (const std::exception& error) {
        outcomes_[i] = {rows_[i].name, "crash", std::string("internal error: ") + error.what(), 0};
      }
      if (diagnostics.hasErrors()) outcomes_[i] = refused(rows_[i], diagnostics);
    }
    if (!cases.empty()) finish(ready, cases);
    return std::move(outcomes_);
  }

 private:
  void prepare(std::size_t i, Diagnostics& diagnostics, std::vector<Ready>& ready,
               std::vector<HarnessCase>& cases) {
    const Row& row = rows_[i];
    Options options = options_.compile;
    options.model = (options_.root / row.file).string();
    options.output = "case_" + std::to_string(i) + ".cpp";
    options.name = "case_" + std::to_string(i);
    options.cApi = true;
    Module module = readModel(options, diagnostics);
    if (diagnostics.hasErrors()) return;
    std::vector<RecordedCall> calls;
    if (!row.data.empty()) calls = readRecordedCalls(options_.root / row.data);
    boundSymbols(module, calls);
    if (options_.evaluate) {
      PassContext context{targetOf(options), diagnostics, options.exact, options.custom};
      runPipeline(module, context, {}, options.stopAfter);
      if (!diagnostics.hasErrors()) evaluate(i, module, calls);
      return;
    }
    const Files files = compile(module, options, diagnostics);
    if (diagnostics.hasErrors()) return;
    if (!options_.write.empty()) return write(i, files);
    if (row.expectReject && !row.lenient) {
      outcomes_[i].status = "accepted";
      return;
    }
    HarnessCase harness{options.name, files, options.output, row.stateful, {}};
    for (const RecordedCall& call : calls) harness.calls.push_back(harnessCallOf(module, call));
    cases.push_back(std::move(harness));
    ready.push_back({i, std::move(module), std::move(calls)});
  }

  void write(std::size_t i, const Files& files) {
    Files placed;
    for (const auto& [name, contents] : files) {
      placed[(options_.write / rows_[i].name / name).string()] = contents;
    }
    writeFiles(placed);
    outcomes_[i].status = "pass";
  }

  // Sizes of a call: symbols of inputs, and those that are a dimension of an output.
  static Bindings recordedSizes(const Module& module, const RecordedCall& call) {
    Bindings sizes = bindingsOf(module, inputsOf(module, call));
    std::int64_t position = 0;
    for (std::size_t j = 0; j < module.outputs.size(); ++j) {
      if (module.outputs[j].kind != OutputKind::user) continue;
      const std::int64_t leaf = module.outputs[j].leaf;
      const auto recorded = call.outputs.find(leaf >= 0 ? leaf : position);
      ++position;
      if (recorded == call.outputs.end()) continue;
      const Shape& shape = module.graph[module.graph.outputs[j]].type.shape;
      for (std::size_t d = 0; d < shape.size() && d < recorded->second.shape().size(); ++d) {
        if (const auto name = shape[d].asSymbol()) sizes[*name] = recorded->second.shape()[d];
      }
    }
    return sizes;
  }

  // A dimension without an upper bound gets the largest recorded size.
  static void boundSymbols(Module& module, const std::vector<RecordedCall>& calls) {
    Bindings largest;
    for (const RecordedCall& call : calls) {
      for (const auto& [name, size] : recordedSizes(module, call)) {
        largest[name] = std::max(largest[name], size);
      }
    }
    for (auto& [name, symbol] : module.symbols) {
      if (!symbol.range.bounded() && largest[name] > 0) symbol.range.max = largest[name];
    }
  }

  void judgeCall(std::size_t i, const Module& module, const RecordedCall& call,
                 const Answered& answered) {
    const Comparison comparison = judge(module, call, answered, rows_[i].judge);
    Outcome& outcome = outcomes_[i];
    outcome.worst = std::max(outcome.worst, comparison.worst);
    if (outcome.status.empty() || (outcome.status == "pass" && !comparison.passed)) {
      outcome.status = comparison.passed ? "pass" : "wrong";
      outcome.message = comparison.message;
    }
  }

  void evaluate(std::size_t i, const Module& module, const std::vector<RecordedCall>& calls) {
    Evaluator evaluator(module);
    if (calls.empty()) outcomes_[i].status = rows_[i].expectReject ? "accepted" : "pass";
    for (const RecordedCall& call : calls) {
      if (!rows_[i].stateful) evaluator.reset();
      Answered answered;
      answered.inputs = inputsOf(module, call);
      try {
        answered.outputs = evaluator.run(answered.inputs);
      } catch (const EvaluationFault& fault) {
        outcomes_[i] = {rows_[i].name, "wrong", fault.what(), 0};
        return;
      }
      judgeCall(i, module, call, answered);
    }
  }

  void finish(const std::vector<Ready>& ready, const std::vector<HarnessCase>& cases) {
    const std::vector<CaseResult> results = runBatch(cases, options_.build, options_.folder);
    for (std::size_t k = 0; k < ready.size(); ++k) finishCase(ready[k], results[k]);
  }

  void finishCase(const Ready& ready, const CaseResult& result) {
    Outcome& outcome = outcomes_[ready.row];
    if (result.state != CaseResult::State::done) {
      const char* const names[] = {"", "compile_error", "crash", "timeout"};
      outcome.status = names[static_cast<std::size_t>(result.state)];
      outcome.message = result.message;
      return;
    }
    if (ready.calls.empty()) outcome.status = "pass";
    for (std::size_t c = 0; c < ready.calls.size(); ++c) {
      try {
        judgeCall(ready.row, ready.module, ready.calls[c],
                  answeredBy(ready.module, ready.calls[c], result.calls[c]));
      } catch (const Error& error) {
        outcome.status = "wrong";
        outcome.message = error.what();
        return;
      }
    }
  }

  const std::vector<Row>& rows_;
  const RunOptions& options_;
  std::vector<Outcome> outcomes_;
};

}  // namespace

std::vector<Outcome> runRows(const std::vector<Row>& rows, const RunOptions& options) {
  return Runner(rows, options).run();
}

}  // namespace mcc::corpus
