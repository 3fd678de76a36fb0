// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the three quantisation passes make of small programs.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "ir/text.h"
#include "ir/verify.h"
#include "passes/eliminate_dead.h"
#include "passes/expand_quantization.h"
#include "passes/fold_quantization.h"
#include "passes/sink_dequantize.h"

namespace mcc::test {
namespace {

constexpr const char* kWindow =
    "stride = [1], dilation = [1], pad_low = [1], pad_high = [0], groups = 1";
constexpr const char* kPads = "low = [0, 0, 1], high = [0, 0, 0]";
constexpr const char* kPool = "kernel = [2], stride = [1], pad_low = [0], pad_high = [0]";
// Attributes that nothing changes, and what stands for them in expectations.
constexpr std::pair<const char*, const char*> kShort[] = {
    {"WINDOW", kWindow}, {"PADS", kPads}, {"POOL", kPool}};

// The statements of a graph with inputs %q: i8[1, 3, 2] and %p: i8[1, 3, 2], before and after.
std::string after(void (*pass)(Module&), const std::string& statements) {
  const std::string head = R"(module "m" {
  graph(%q: i8[1, 3, 2], %p: i8[1, 3, 2]) {
    %s = full {value = 0.5, dtype = f64, shape = []} : f64[]
    %z = full {value = 3, dtype = i64, shape = []} : i64[]
    %x = dequantize(%q, %s, %z) {axis = -1, dtype = f32} : f32[1, 3, 2]
)";
  Module module = parse(head + statements + "  }\n}\n", {});
  pass(module);
  eliminateDead(module);
  verify(module, Stage::core);
  std::string text = print(module);
  for (const auto& [name, attributes] : kShort) {
    const std::size_t at = text.find(attributes);
    if (at != std::string::npos) text.replace(at, std::string(attributes).size(), name);
  }
  const std::size_t begin = text.find("{\n", text.find("graph(")) + 2;
  return "\n" + text.substr(begin, text.find("  }\n", begin) - begin);
}

constexpr const char* kWeights = R"(
    %wq = constant {tensor = i8[2, 2, 2]{1, 2, 3, 4, 5, 6, 7, 8}} : i8[2, 2, 2]
    %ws = constant {tensor = f32[2]{0.25, 0.5}} : f32[2]
    %w = dequantize(%wq, %ws, none) {axis = 0, dtype = f32} : f32[2, 2, 2]
    %b = constant {tensor = f32[2]{1.0, -1.0}} : f32[2]
)";
constexpr const char* kToBytes = "{axis = -1, min = -128, max = 127, dtype = i8}";

TEST_CASE("fold-quantization: conv, bias, relu and quantize become a sum and its rounding") {
  const std::string conv = std::string(kWeights) + "    %y = conv(%x, %w, %b) {" + kWindow +
                           "} : f32[1, 3, 2]\n    %r = relu(%y) : f32[1, 3, 2]\n" +
                           "    %o = quantize(%r, %s, %z) " + kToBytes +
                           " : i8[1, 3, 2]\n    return (%o)\n";
  CHECK(after(foldQuantization, conv) == R"(
    %y_weight = constant {tensor = i8[2, 2, 2]{1, 2, 3, 4, 5, 6, 7, 8}} : i8[2, 2, 2]
    %0 = conv(%q, %y_weight, none) {WINDOW, dtype = i32, zero_point = 3} : i32[1, 3, 2]
    %1 = cast(%0) {dtype = f32} : f32[1, 3, 2]
    %y_scale = constant {tensor = f32[2]{0.25, 0.5}} : f32[2]
    %y_bias = constant {tensor = f32[2]{2.0, -2.0}} : f32[2]
    %2 = round_fma(%1, %y_scale, %y_bias) : f32[1, 3, 2]
    %3 = full {value = 3.0, dtype = f32, shape = []} : f32[]
    %4 = add(%2, %3) : f32[1, 3, 2]
    %5 = full {value = 3.0, dtype = f32, shape = []} : f32[]
    %6 = maximum(%4, %5) : f32[1, 3, 2]
    %7 = full {value = 127.0, dtype = f32, shape = []} : f32[]
    %8 = minimum(%6, %7) : f32[1, 3, 2]
    %o = cast(%8) {dtype = i8} : i8[1, 3, 2]
    return (%o as "o")
)");
}

TEST_CASE("fold-quantization: a product that stays real is scaled") {
  const std::string conv = std::string(kWeights) + "    %y = conv(%x, %w, %b) {" + kWindow +
                           "} : f32[1, 3, 2]\n    return (%y)\n";
  CHECK(after(foldQuantization, conv) == R"(
    %y_weight = constant {tensor = i8[2, 2, 2]{1, 2, 3, 4, 5, 6, 7, 8}} : i8[2, 2, 2]
    %0 = conv(%q, %y_weight, none) {WINDOW, dtype = i32, zero_point = 3} : i32[1, 3, 2]
    %1 = cast(%0) {dtype = f32} : f32[1, 3, 2]
    %y_scale = constant {tensor = f32[2]{0.125, 0.25}} : f32[2]
    %2 = mul(%1, %y_scale) : f32[1, 3, 2]
    %y_bias = constant {tensor = f32[2]{1.0, -1.0}} : f32[2]
    %y = add(%2, %y_bias) : f32[1, 3, 2]
    return (%y as "y")
)");
}

TEST_CASE("fold-quantization: sums and products of two operands") {
  const std::string add = std::string(R"(
    %y = dequantize(%p, %s, none) {axis = -1, dtype = f32} : f32[1, 3, 2]
    %a = add(%x, %y) : f32[1, 3, 2]
    %o = quantize(%a, %s, none) )") + kToBytes + " : i8[1, 3, 2]\n    return (%o)\n";
  CHECK(after(foldQuantization, add) == R"(
    %0 = cast(%q) {dtype = f32} : f32[1, 3, 2]
    %1 = full {value = 3.0, dtype = f32, shape = []} : f32[]
    %2 = sub(%0, %1) : f32[1, 3, 2]
    %3 = cast(%p) {dtype = f32} : f32[1, 3, 2]
    %4 = full {value = 1.0, dtype = f32, shape = []} : f32[]
    %5 = mul(%3, %4) : f32[1, 3, 2]
    %6 = full {value = 1.0, dtype = f32, shape = []} : f32[]
    %7 = round_fma(%2, %6, %5) : f32[1, 3, 2]
    %8 = full {value = -128.0, dtype = f32, shape = []} : f32[]
    %9 = maximum(%7, %8) : f32[1, 3, 2]
    %10 = full {value = 127.0, dtype = f32, shape = []} : f32[]
    %11 = minimum(%9, %10) : f32[1, 3, 2]
    %o = cast(%11) {dtype = i8} : i8[1, 3, 2]
    return (%o as "o")
)");
}

TEST_CASE("fold-quantization: what could overflow stays real") {
  // 2^15 products of 2^8 and 2^8 reach 2^31.
  const std::string text = R"(module "m" {
  graph(%q: u8[1, 33026]) {
    %s = full {value = 0.5, dtype = f64, shape = []} : f64[]
    %x = dequantize(%q, %s, none) {axis = -1, dtype = f32} : f32[1, 33026]
    %wq = full {value = -255, dtype = i16, shape = [1, 33026]} : i16[1, 33026]
    %w = dequantize(%wq, %s, none) {axis = -1, dtype = f32} : f32[1, 33026]
    %y = matmul(%x, %w, none) {transpose_b = true} : f32[1, 1]
    return (%y)
  }
}
)";
  Module module = parse(text, {});
  const std::string before = print(module);
  foldQuantization(module);
  CHECK(print(module) == before);
}

TEST_CASE("sink-dequantize: movements and extremes run on integers") {
  CHECK(after(sinkDequantize, R"(
    %t = permute(%x) {axes = [0, 2, 1]} : f32[1, 2, 3]
    %r = relu(%t) : f32[1, 2, 3]
    %a = pad(%r) {low = [0, 0, 1], high = [0, 0, 0], mode = "constant", value = 0.0} : f32[1, 2, 4]
    %c = concat(%a, %a) {axis = 1} : f32[1, 4, 4]
    return (%c)
)") == R"(
    %s = full {value = 0.5, dtype = f64, shape = []} : f64[]
    %z = full {value = 3, dtype = i64, shape = []} : i64[]
    %0 = permute(%q) {axes = [0, 2, 1]} : i8[1, 2, 3]
    %1 = full {value = 3, dtype = i8, shape = []} : i8[]
    %2 = maximum(%0, %1) : i8[1, 2, 3]
    %3 = pad(%2) {PADS, mode = "constant", value = 3} : i8[1, 2, 4]
    %4 = concat(%3, %3) {axis = 1} : i8[1, 4, 4]
    %c = dequantize(%4, %s, %z) {axis = -1, dtype = f32} : f32[1, 4, 4]
    return (%c as "c")
)");
}

TEST_CASE("sink-dequantize: quantize moves forward until it meets dequantize") {
  const std::string text = std::string("    %m, %i = max_pool(%x) {") + kPool +
                           R"(} : f32[1, 2, 2], i64[1, 2, 2]
    %f = reshape(%m) {shape = [1, 4]} : f32[1, 4]
    %o = quantize(%f, %s, %z) )" + kToBytes + " : i8[1, 4]\n    return (%o)\n";
  CHECK(after(sinkDequantize, text) == R"(
    %0, %1 = max_pool(%q) {POOL} : i8[1, 2, 2], i64[1, 2, 2]
    %o = reshape(%0) {shape = [1, 4]} : i8[1, 4]
    return (%o as "o")
)");
}

TEST_CASE("sink-dequantize: padding with a number off the grid stays real") {
  const std::string pad = R"(
    %a = pad(%x) {low = [0, 0, 1], high = [0, 0, 0], mode = "constant", value = 1.0} : f32[1, 3, 3]
    return (%a)
)";
  CHECK(after(sinkDequantize, pad).find("pad(%x)") != std::string::npos);
}

TEST_CASE("expand-quantization: weights that stay real are computed now") {
  CHECK(after(expandQuantization, R"(
    %wq = constant {tensor = i8[2]{1, 2}} : i8[2]
    %w = dequantize(%wq, %s, %z) {axis = -1, dtype = f32} : f32[2]
    return (%w)
)") == R"(
    %w = constant {tensor = f32[2]{-1.0, -0.5}} : f32[2]
    return (%w as "w")
)");
}

}  // namespace
}  // namespace mcc::test
