// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of damaged inputs, the same ones at every run: whatever they hold, the reader answers
// with a result or an Error. Any other exception fails here, and a stray access under sanitizers.
#include <doctest/doctest.h>

#include <iterator>
#include <random>

#include "compiler/reader/export_json.h"
#include "compiler/reader/model_file.h"
#include "compiler/reader/symbols.h"
#include "tests/unit/reader/program_text.h"

namespace {

// One to four edits: bits, bytes, cuts, copies, and words that mean something.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::string mutate(std::string text) {
    for (std::size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) edit(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  void edit(std::string& text) {
    constexpr const char* kWords[] = {"null",    "[]",       "{}",  "-1",   "9223372036854775807",
                                      "\"\"",    "1e308",    "NaN", "\\",   "as_int",
                                      "Symbol(", "Integer(", "//0", "Pow(", " and ",
                                      "L['x']",  ",",        ")",   "\"",   "true"};
    const std::size_t at = below(text.size());
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 2:
        text.erase(at, 1 + below(8));
        break;
      case 3:
        text.insert(at, kWords[below(std::size(kWords))]);
        break;
      case 4:
        text.insert(at, text.substr(below(text.size()), below(64)));
        break;
      default:
        text.resize(at);
        break;
    }
  }

  std::mt19937 random_;
};

// True when it was accepted. Only Error may be thrown, and it must say something.
template <class Read>
bool accepts(Read read) {
  try {
    read();
    return true;
  } catch (const mcc::Error& error) {
    CHECK(std::string(error.what()) != "");
    return false;
  }
}

std::vector<mcc::test::ZipRecord> smallProgram() {
  std::vector<mcc::test::ZipRecord> records = mcc::test::programRecords(
      {{"a", "w", 7, {2, 3}, {3, 1}}, {"b", "w", 7, {3, 2}, {1, 3}}, {"c", "v", 5, {1}, {1}}});
  records.push_back({"data/weights/w", std::string(24, 'w'), true});
  records.push_back({"data/weights/v", std::string(8, 'v')});
  return records;
}

bool readsAll(const std::string& file) {
  const mcc::test::Scratch scratch;
  const auto path = scratch.write("m.pt2", file);
  return accepts([&] {
    mcc::Diagnostics diagnostics;
    mcc::ModelFile model = mcc::readModelFile(path, "", diagnostics);
    for (std::size_t i = 0; i < 3; ++i) {
      model.payloads.load(model.program.module.signature.inputs[i]);
    }
  });
}

}  // namespace

TEST_CASE("mutations of an archive's bytes") {
  const std::string whole = mcc::test::makeZip(smallProgram());
  CHECK(readsAll(whole));
  Mutator mutator(1);
  int accepted = 0;
  for (int i = 0; i < 500; ++i) accepted += readsAll(mutator.mutate(whole)) ? 1 : 0;
  CHECK(accepted < 250);  // most are noticed: contents are under CRC
}

TEST_CASE("mutations of the JSON inside an archive") {
  Mutator mutator(2);
  for (int i = 0; i < 500; ++i) {
    std::vector<mcc::test::ZipRecord> records = smallProgram();
    records[1 + static_cast<std::size_t>(i) % 2].content =
        mutator.mutate(records[1 + static_cast<std::size_t>(i) % 2].content);
    readsAll(mcc::test::makeZip(records));
  }
}

TEST_CASE("mutations of nodes") {
  const std::string program = R"({"schema_version": {"major": 8, "minor": 20}, "graph_module":
    {"graph": {"inputs": [{"as_tensor": {"name": "x"}}], "outputs": [], "tensor_values": {"x":
    {"dtype": 7, "sizes": [{"as_expr": {"expr_str": "s0", "hint": {"as_int": 3}}}]}}, "nodes":
    [{"target": "torch.ops.higher_order.cond", "name": "c", "outputs": [{"as_tensors": []}],
    "inputs": [{"name": "", "arg": {"as_graph": {"name": "g", "graph": {"inputs": [], "outputs": [],
    "nodes": [], "tensor_values": {}}}}}, {"name": "f", "arg": {"as_floats": [1.5, NaN]}}],
    "metadata":
    {"stack_trace": "File \"a.py\", line 3, in f", "nn_module_stack": "k,a.b,t;k,c,t"}}]},
    "signature": {"input_specs": [], "output_specs": []}, "module_call_graph": [{"fqn": "",
    "signature": {"in_spec": "[1, {\"type\": null, \"children_spec\": []}]", "out_spec":
    "[1, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]"}}]}})";
  const auto parses = [](const std::string& text) {
    return accepts([&] {
      mcc::Diagnostics diagnostics;
      mcc::exported::parseExportedProgram("m.json", text, diagnostics);
    });
  };
  CHECK(parses(program));
  Mutator mutator(3);
  for (int i = 0; i < 2000; ++i) parses(mutator.mutate(program));
}

TEST_CASE("mutations of sizes and guards") {
  const std::string sizes[] = {"Mul(Integer(2), Symbol('s20', positive=True, integer=True))",
                               "FloorToInt(IntTrueDiv(Add(s0, Integer(1)), Integer(3)))",
                               "2*s0 + 1 - max(s1, 4)//3 % 5", "Rational(1, 2)*s0**2"};
  const std::string guards[] = {"(8*torch.sym_max(1, (7 + L['x'].size()[1]) // 8)) != 3",
                                "L['n'] >= 0 and L['past'][0]['k'].size()[0] <= 12"};
  const auto source = [](const std::string&, std::optional<std::int64_t>) {
    return std::optional(mcc::Dim::symbol("a"));
  };
  Mutator mutator(4);
  for (std::size_t i = 0; i < 4000; ++i) {
    accepts([&] { mcc::parseSize(mutator.mutate(sizes[i % std::size(sizes)])); });
    CHECK_NOTHROW(mcc::parseGuard(mutator.mutate(guards[i % std::size(guards)]), source));
  }
}
