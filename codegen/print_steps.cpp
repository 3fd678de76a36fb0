// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints steps in order. A pointer to a buffer is declared before the outermost step that uses it.
#include "codegen/print_steps.h"

#include <algorithm>

#include "codegen/names.h"
#include "codegen/step_printer.h"

namespace mcc {
namespace {

std::int64_t countSteps(const std::vector<Step>& steps) {
  std::int64_t count = 0;
  for (const Step& step : steps) {
    ++count;
    for (const std::vector<Step>& body : step.bodies) count += countSteps(body);
  }
  return count;
}

// Symbols that get their value inside a step: a pointer that needs one can't be declared before.
void collectBound(const Step& step, std::set<std::string>& bound) {
  if (!step.symbol.empty()) bound.insert(step.symbol);
  for (const std::vector<Step>& body : step.bodies) {
    for (const Step& inner : body) collectBound(inner, bound);
  }
}

void collectBuffers(const Arg& arg, std::vector<BufferId>& out) {
  if (arg.kind == Arg::Kind::read || arg.kind == Arg::Kind::write) out.push_back(arg.buffer);
  for (const Arg& item : arg.items) collectBuffers(item, out);
}

void collectBuffers(const Step& step, std::vector<BufferId>& out) {
  for (const Arg& arg : step.args) collectBuffers(arg, out);
  const bool reads = step.kind != Step::Kind::call && step.kind != Step::Kind::repeat;
  if (reads) out.push_back(step.condition);
  for (const std::vector<Step>& body : step.bodies) {
    for (const Step& inner : body) collectBuffers(inner, out);
  }
}

void collectKernels(const std::vector<Step>& steps, std::set<std::string>& out) {
  for (const Step& step : steps) {
    out.insert(step.kernel);
    for (const std::vector<Step>& body : step.bodies) collectKernels(body, out);
  }
}

// Names that run calls; a local of that name would hide them.
std::set<std::string> reservedNames(const StepContext& context) {
  std::set<std::string> out{"call",     "arena",  "weights", "at",      "floorDiv",
                            "floorMod", "larger", "smaller", "kWeights"};
  collectKernels(context.program.steps, out);
  for (const FunctorText& functor : context.functors) out.insert(functor.name);
  return out;
}

void appendNames(const Arg& arg, std::string& out) {
  if (!arg.text.empty()) out += ", " + arg.text;
  for (const Arg& item : arg.items) appendNames(item, out);
}

// A call as a root of runtime_support: the kernel, then all that the call names, as if template
// arguments: "gemm<Tile<6, 1, 2, 0>, GemmSizes, Identity{}>".
std::string rootOf(const std::string& head, const Step& step) {
  std::string names;
  for (const Arg& arg : step.args) appendNames(arg, names);
  if (names.empty()) return head;
  if (step.templateArgs.empty()) return head + "<" + names.substr(2) + ">";
  return head.substr(0, head.size() - 1) + names + ">";
}

}  // namespace

StepPrinter::StepPrinter(CodeWriter& writer, StepContext& context)
    : writer_(writer),
      context_(context),
      names_(reservedNames(context)),
      variables_(context.program.buffers.size()),
      symbols_(context.interface.symbolNames) {
  for (const auto& [symbol, variable] : symbols_) names_(variable);
  total_ = countSteps(context.program.steps);
}

void StepPrinter::print(const std::vector<Step>& steps) {
  for (const Step& step : steps) printStep(step);
}

void StepPrinter::declare(const Step& step) {
  std::set<std::string> bound;
  collectBound(step, bound);
  std::vector<BufferId> buffers;
  collectBuffers(step, buffers);
  for (const BufferId id : buffers) {
    if (!variables_[id].empty()) continue;
    std::vector<std::string> needs;
    for (BufferId at = id; context_.program.buffers[at].storage == Buffer::Storage::view;
         at = context_.program.buffers[at].index) {
      context_.program.buffers[at].offset.collectSymbols(needs);
    }
    const bool later = std::any_of(needs.begin(), needs.end(),
                                   [&](const std::string& s) { return bound.count(s) > 0; });
    if (!later) declareBuffer(id);
  }
}

void StepPrinter::printTitle(const Step& step) {
  std::string line = "// [" + std::to_string(++index_) + "/" + std::to_string(total_) + "] " +
                     commentText(step.title);
  if (context_.options.origins) {
    const Origin& origin = step.origin;
    if (!origin.module.empty()) line += "  " + commentText(origin.module);
    if (!origin.file.empty()) {
      line += "  " + commentText(origin.file);
      if (origin.line > 0) line += ":" + std::to_string(origin.line);
    }
  }
  writer_.line(line);
}

void StepPrinter::printStep(const Step& step) {
  writer_.line();
  printTitle(step);
  if (context_.options.steps) {
    writer_.line("if (call.hooks != nullptr && call.hooks->step != nullptr) {");
    writer_.line("  call.hooks->step(call.hooks->user, " + std::to_string(index_ - 1) + ");");
    writer_.line("}");
  }
  declare(step);
  switch (step.kind) {
    case Step::Kind::call:
      return step.isCustom ? printCustom(step) : printCall(step);
    case Step::Kind::branch:
      return printBranch(step);
    case Step::Kind::loop:
      return printLoop(step);
    case Step::Kind::repeat:
      return printRepeat(step);
    case Step::Kind::bind:
      return printBind(step);
    case Step::Kind::check:
      writer_.line("if (!*" + variables_[step.condition] + ") return Status::assertion;");
      return;
  }
}

void StepPrinter::printBranch(const Step& step) {
  writer_.open("if (*" + variables_[step.condition] + ")");
  print(step.bodies[0]);
  if (!step.bodies[1].empty()) {
    writer_.close(" else {");
    writer_.indent();
    print(step.bodies[1]);
  }
  writer_.close();
}

void StepPrinter::printLoop(const Step& step) {
  writer_.open("for (;;)");
  print(step.bodies[0]);
  writer_.line("if (!*" + variables_[step.condition] + ") break;");
  print(step.bodies[1]);
  writer_.close();
}

void StepPrinter::printRepeat(const Step& step) {
  const std::string variable = names_(step.symbol);
  symbols_[step.symbol] = variable;
  writer_.open("for (std::int64_t " + variable + " = 0; " + variable + " < " +
               sizeText(step.count, symbols_) + "; ++" + variable + ")");
  print(step.bodies[0]);
  writer_.close();
}

// Gives a symbol its value and checks its range.
void StepPrinter::bind(const std::string& symbol, const std::string& value) {
  for (const SymbolField& field : context_.interface.symbols) {
    if (field.symbol != symbol) continue;
    writer_.line("const std::int64_t " + field.field + " = " + value + ";");
    std::string outside;
    if (field.info.range.min > INT64_MIN) {
      outside = field.field + " < kMin" + field.constant;
    }
    if (field.info.range.bounded()) {
      outside += (outside.empty() ? "" : " || ") + field.field + " > kMax" + field.constant;
    }
    if (!outside.empty()) writer_.line("if (" + outside + ") return Status::size;");
    writer_.line("if (call.results != nullptr) call.results->" + field.field + " = " + field.field +
                 ";");
  }
}

void StepPrinter::printBind(const Step& step) {
  const std::string& variable = variables_[step.condition];
  const bool wide = context_.program.buffers[step.condition].dtype == DType::i64;
  bind(step.symbol, wide ? "*" + variable : "static_cast<std::int64_t>(*" + variable + ")");
}

void StepPrinter::printCall(const Step& step) {
  std::string head = step.kernel;
  if (!step.templateArgs.empty()) {
    head += "<";
    for (std::size_t i = 0; i < step.templateArgs.size(); ++i) {
      head += (i > 0 ? ", " : "") + step.templateArgs[i];
    }
    head += ">";
  }
  std::vector<std::string> args;
  for (const Arg& arg : step.args) args.push_back(argText(arg));
  context_.roots.insert(rootOf(head, step));
  if (!step.symbol.empty()) {
    std::string call = head + "(";
    for (std::size_t i = 0; i < args.size(); ++i) call += (i > 0 ? ", " : "") + args[i];
    bind(step.symbol, call + ")");
  } else if (!step.status.empty()) {
    writer_.call("if (!" + head, args, ") return Status::" + step.status + ";");
  } else {
    writer_.call(head, args, ";");
  }
}

void printSteps(CodeWriter& writer, StepContext& context) {
  StepPrinter(writer, context).print(context.program.steps);
}

}  // namespace mcc
