// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that the user provides: what is declared, called, computed and refused.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "compiler/compile.h"
#include "compiler/verify/harness.h"
#include "ir/text.h"
#include "passes/decompose/custom_operators.h"

using namespace mcc;

namespace {

std::string program(const std::string& inputs, const std::string& body,
                    const std::string& symbols = "") {
  return "module \"m\" {\n" + symbols + "graph(" + inputs + ") {\n" + body + "\n}\n}\n";
}

Options optionsWith(const std::vector<std::string>& custom) {
  Options options;
  options.model = "net.pt2";
  options.output = "net.cpp";
  options.custom = custom;
  return options;
}

struct Compiled {
  std::string header, source;
  Diagnostics diagnostics;
  std::string message;  // of the first error, with its hint

  bool declares(const std::string& text) const { return header.find(text) != std::string::npos; }
  bool calls(const std::string& text) const { return source.find(text) != std::string::npos; }
};

Compiled compiled(const std::string& text, const Options& options = optionsWith({"demo::*"})) {
  Compiled out;
  try {
    Module module = parse(text, {});
    const Files files = compile(module, options, out.diagnostics);
    if (!files.empty()) {
      out.header = files.at("net.h").text();
      out.source = files.at("net.cpp").text();
    }
  } catch (const Error& error) {
    out.diagnostics.report(error);
  }
  for (const Diagnostic& one : out.diagnostics.all()) {
    if (one.severity == Severity::error) out.message += render(one, "mcc");
  }
  return out;
}

// A program of one input whose body is one call with one f32[2, 3] result.
Compiled oneCall(const std::string& target, const std::string& arguments) {
  return compiled(program(
      "%x: f32[2, 3] as \"x\"",
      "%y = aten \"" + target + "\"(%x) {" + arguments + "} : f32[2, 3]\nreturn (%y as \"y\")"));
}

std::vector<float> floats(const CallResult& call, std::size_t output) {
  std::vector<float> out(call.outputs.at(output).size() / sizeof(float));
  std::memcpy(out.data(), call.outputs[output].data(), out.size() * sizeof(float));
  return out;
}

// What a user writes for demo::twice and demo::sums.
constexpr const char* kBodies = R"(#include <cstdint>
namespace demo {
void twice(const float* x, const std::int64_t* x_sizes, std::int64_t plus, float* out,
           const std::int64_t* out_sizes) {
  for (std::int64_t i = 0; i < out_sizes[0] * x_sizes[1]; ++i) {
    out[i] = 2 * x[i] + static_cast<float>(plus);
  }
}
void sums(const float* x, const std::int64_t* x_sizes, float* out, const std::int64_t*,
          float* out_1, const std::int64_t* out_1_sizes) {
  for (std::int64_t j = 0; j < out_1_sizes[0]; ++j) out_1[j] = 0;
  for (std::int64_t i = 0; i < x_sizes[0]; ++i) {
    out[i] = 0;
    for (std::int64_t j = 0; j < x_sizes[1]; ++j) {
      out[i] += x[i * x_sizes[1] + j];
      out_1[j] += x[i * x_sizes[1] + j];
    }
  }
}
}  // namespace demo
)";

}  // namespace

TEST_CASE("custom operators: patterns name operators as Python does") {
  CHECK(isCustomOperator("demo.f.default", {"demo::*"}));
  CHECK(isCustomOperator("demo.f.default", {"other::g", "demo::f"}));
  CHECK(isCustomOperator("demo.f.default", {"d*::*f"}));
  CHECK(isCustomOperator("demo.f.out", {"demo::f"}));
  CHECK(isCustomOperator("demo.f.out", {"demo::f.out"}));
  CHECK(isCustomOperator("demo.f.out", {"*"}));
  CHECK_FALSE(isCustomOperator("demo.f.default", {"demo::f.out"}));
  CHECK_FALSE(isCustomOperator("demo.f.default", {"demo::"}));
  CHECK_FALSE(isCustomOperator("demo.f.default", {"demo::ff", "emo::f", "demo"}));
  CHECK_FALSE(isCustomOperator("demo.f.default", {}));
  CHECK_FALSE(isCustomOperator("higher_order.f.default", {"*"}));
  CHECK(customNameOf("demo.f.default") == "demo::f");
  CHECK(customNameOf("demo.f.out") == "demo::f.out");
  CHECK(customNameOf("nonsense").empty());
}

TEST_CASE("custom operators: without the option the error says that there is one") {
  const std::string text = program("%x: f32[2] as \"x\"",
                                   "%y = aten \"demo.f.default\"(%x) {x = $0} : f32[2]"
                                   "  // net.py:7 layers.1 f_3\nreturn (%y as \"y\")");
  const Compiled refused = compiled(text, optionsWith({}));
  CHECK(refused.message ==
        "net.py:7: error: operator demo.f.default is not supported (1 use) "
        "[node f_3, module layers.1]\n"
        "  hint: `mcc ops` lists what is; a function of your own can compute it: declare it with "
        "--custom 'demo::f'\n");
  CHECK(compiled(text).message.empty());
}

TEST_CASE("custom operators: a pattern that nothing needs is mentioned") {
  const Compiled idle =
      compiled(program("%x: f32[2] as \"x\"",
                       "%y = aten \"aten.relu.default\"(%x) {self = $0} : f32[2]\n"
                       "return (%y as \"y\")"),
               optionsWith({"aten::relu"}));
  REQUIRE(idle.message.empty());
  bool warned = false;
  for (const Diagnostic& one : idle.diagnostics.all()) {
    warned |= one.message == "--custom 'aten::relu' names no operator that this model needs";
  }
  CHECK(warned);
}

TEST_CASE("custom operators: parameters of every kind, results last") {
  const Compiled net = oneCall("demo.f.default",
                               "a = $0, scale = 0.5, shift = -2, flag = true, mode = \"wrap\", "
                               "dims = [1, 2], factors = [1, 0.5], dtype = f16, bias = none");
  REQUIRE(net.message == "");
  CHECK(net.declares(R"(namespace demo {
void f(const float* a, const std::int64_t* a_sizes, double scale, std::int64_t shift, bool flag,
    const char* mode, const std::int64_t* dims, std::int64_t dims_count, const double* factors,
    std::int64_t factors_count, const char* dtype, const void* bias, const std::int64_t* bias_sizes,
    float* out, const std::int64_t* out_sizes);
}  // namespace demo
)"));
  CHECK(net.calls(
      "  {\n"
      "    const std::int64_t a_sizes[] = {2, 3};\n"
      "    const std::int64_t dims[] = {std::int64_t{1}, std::int64_t{2}};\n"
      "    const double factors[] = {1.0, 0.5};\n"
      "    const std::int64_t out_sizes[] = {2, 3};\n"
      "    ::demo::f(call.x, a_sizes, 0.5, std::int64_t{-2}, true, \"wrap\", dims, 2, factors, 2, "
      "\"f16\",\n"
      "        nullptr, nullptr, call.y, out_sizes);\n"
      "  }\n"));
}

TEST_CASE("custom operators: calls of one operator share a declaration or overload it") {
  const Compiled net = compiled(
      program("%x: f32[2] as \"x\", %h: f16[2] as \"h\"",
              "%a = aten \"demo.f.default\"(%x) {x = $0, bias = none, k = 2} : f32[2]\n"
              "%b = aten \"demo.f.default\"(%a, %x) {x = $0, bias = $1, k = 0.5} : f32[2]\n"
              "%c = aten \"demo.f.default\"(%b) {x = $0, bias = none} : f32[2]\n"
              "%d = aten \"demo.f.default\"(%h) {x = $0, bias = none, k = 1} : f16[2]\n"
              "return (%c as \"c\", %d as \"d\")"));
  REQUIRE(net.message == "");
  const std::string one =
      "void f(const float* x, const std::int64_t* x_sizes, const float* bias,\n"
      "    const std::int64_t* bias_sizes, double k,";
  CHECK(net.declares(one));
  CHECK(net.header.find(one, net.header.find(one) + 1) == std::string::npos);
  CHECK(
      net.declares("void f(const float* x, const std::int64_t* x_sizes, const void* bias,\n"
                   "    const std::int64_t* bias_sizes, float* out,"));
  CHECK(net.declares("void f(const std::uint16_t* x,"));
  CHECK(net.calls("::demo::f(call.x, x_sizes, nullptr, nullptr, 2.0, a, out_sizes);"));
}

TEST_CASE("custom operators: overloads of PyTorch, lists of tensors, 0-d tensors") {
  const Compiled net =
      compiled(program("%x: f32[2] as \"x\", %s: f32[] as \"s\"",
                       "%a = aten \"demo.f.Tensor_out\"(%x, %x) {xs = [$0, none, $1]} : f32[]\n"
                       "%b = aten \"demo.f.default\"(%s, %a) {x = $0, y = $1} : f32[]\n"
                       "return (%b as \"b\")"));
  REQUIRE(net.message == "");
  CHECK(net.declares(
      "void f_Tensor_out(const float* const* xs, const std::int64_t* const* xs_sizes,\n"
      "    std::int64_t xs_count, float* out, const std::int64_t* out_sizes);"));
  CHECK(net.calls("const float* const xs[] = {call.x, nullptr, call.x};"));
  CHECK(net.calls("const std::int64_t* const xs_sizes[] = {xs_0_sizes, nullptr, xs_2_sizes};"));
  CHECK(net.calls("::demo::f(call.s, nullptr, a, nullptr, call.b, nullptr);"));
}

TEST_CASE("custom operators: names and texts from the file never become code") {
  const std::string evil = "x){}}int main(){/*";
  const Compiled net = compiled(
      program("%x: f32[2] as \"x\"",
              "%a = aten \"demo." + evil +
                  ".default\"(%x) {\"x;}\\n#define y\" = $0, "
                  "mode = \"\\\");system(\\\"id\\\");//?\?/\\n\"} : f32[2]\nreturn (%a as \"a\")"));
  REQUIRE(net.message == "");
  CHECK(net.declares(
      "void x_int_main(const float* x_define_y, const std::int64_t* x_define_y_sizes,"));
  CHECK(net.calls("\"\\042);system(\\042id\\042);//\\077\\077/\\012\""));
  CHECK_FALSE(net.declares("main(){"));
  // The title of the step is a comment, which it can't leave.
  const std::size_t title = net.source.find("  // [1/1] demo.x){}}int main(){/_.default");
  CHECK(net.source.find("main(){") == net.source.find("main(){", title));
  CHECK(net.source.rfind("main(){") < net.source.find('\n', title));
}

TEST_CASE("custom operators: what no plain function can do is refused") {
  CHECK(oneCall("demo.f.default", "x = $0, n = []").message.find("empty list") !=
        std::string::npos);
  CHECK(oneCall("demo.f.default", "x = [$0, 1]").message.find("neither tensors nor numbers") !=
        std::string::npos);
  CHECK(oneCall("demo.f.default", "x = $0, c = complex(0.0, 1.0)").message.find("argument 'c'") !=
        std::string::npos);
  CHECK(oneCall("demo.f_.default", "x = $0").message.find("writes in place") != std::string::npos);
  const Compiled none = compiled(program(
      "%x: f32[2] as \"x\"", "aten \"demo.log.default\"(%x) {x = $0}\nreturn (%x as \"y\")"));
  CHECK(none.message.find("it has no result") != std::string::npos);
  const Compiled sized =
      compiled(program("%x: f32[2] as \"x\"",
                       "%y = aten \"demo.f.default\"(%x) {x = $0} : f32[u0]\nreturn (%y as \"y\")",
                       "symbols { u0: 0..2 \"u0\" from node }\n"));
  CHECK(sized.message.find("depends on the data") != std::string::npos);
}

TEST_CASE("custom operators: two things that would be one function are refused") {
  const auto two = [](const std::string& first, const std::string& second) {
    return compiled(program("%x: f32[4] as \"x\", %y: f32[2, 2] as \"y\", %h: f16[4] as \"h\", "
                            "%b: bf16[4] as \"b\"",
                            "%p = aten " + first + " : f32[4]\n%q = aten " + second +
                                " : f32[4]\nreturn (%p as \"p\", %q as \"q\")"))
        .message;
  };
  CHECK(two("\"demo.f.default\"(%x) {x = $0}", "\"demo.f.default\"(%y) {x = $0}")
            .find("of 1 and of 2 dimensions") != std::string::npos);
  CHECK(two("\"demo.f.a\"(%x) {x = $0}", "\"demo.f_a.default\"(%x) {x = $0}")
            .find("would both be the function demo::f_a") != std::string::npos);
  CHECK(two("\"demo.f.default\"(%h) {x = $0}", "\"demo.f.default\"(%b) {x = $0}")
            .find("would all be the function demo::f") != std::string::npos);
  CHECK(two("\"demo.f.default\"(%x) {x = $0, a = 1}", "\"demo.f.default\"(%x) {x = $0, b = 1}")
            .find("would all be the function demo::f") != std::string::npos);
  Options options = optionsWith({"demo::*"});
  options.name = "demo";
  const Compiled clash = compiled(program("%x: f32[2] as \"x\"",
                                          "%y = aten \"demo.f.default\"(%x) {x = $0} : f32[2]\n"
                                          "return (%y as \"y\")"),
                                  options);
  CHECK(clash.message.find("--name") != std::string::npos);
}

TEST_CASE("custom operators: the generated program calls what is linked") {
  const std::string text =
      program("%x: f32[s0, 3] as \"x\"",
              "%a = aten \"demo.twice.default\"(%x) {x = $0, plus = s0} : f32[s0, 3]\n"
              "%p, %q = aten \"demo.sums.default\"(%a) {x = $0} : f32[s0], f32[3]\n"
              "return (%q as \"q\", %p as \"p\")",
              "symbols { s0: 1..8 \"n\" from input 0 dim 0 }\n");
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("mcc-custom-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "bodies.cpp") << kBodies;
  Options options = optionsWith({"demo::*"});
  options.name = "net";
  options.cApi = true;
  Module module = parse(text, {});
  Diagnostics diagnostics;
  HarnessCase one{"net", compile(module, options, diagnostics), "net.cpp", false, {}};
  REQUIRE_FALSE(diagnostics.hasErrors());
  Tensor x(DType::f32, {2, 3});
  for (std::int64_t i = 0; i < 6; ++i) x.setReal(i, static_cast<double>(i));
  one.calls.push_back({{x}, {12, 8}, {2}});
  BuildOptions build;
  build.flags = {"-std=c++17", "-fsanitize=address,undefined", "-I."};
  build.modelFlags = {"-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"};
  build.definitions = (folder / "bodies.cpp").string();
  const CaseResult result = runBatch({one}, build, folder)[0];
  std::filesystem::remove_all(folder);
  REQUIRE_MESSAGE(result.state == CaseResult::State::done, result.message);
  REQUIRE(result.calls.at(0).status == 0);
  // 2x + 2 is 2 4 6 / 8 10 12.
  CHECK(floats(result.calls[0], 0) == std::vector<float>{10, 14, 18});
  CHECK(floats(result.calls[0], 1) == std::vector<float>{12, 30});
}
