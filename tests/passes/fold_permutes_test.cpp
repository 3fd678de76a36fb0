// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/fold_permutes.h"

#include "tests/passes/text_case.h"

namespace mcc::test {
namespace {

const std::string kWeights =
    "constant() {tensor = f32[2, 4]{1.0, 2.0, 4.0, 8.0, 3.0, 5.0, 7.0, 9.0}}";

}  // namespace

TEST_CASE("weights of a flattened permute take its order") {
  checkPass(foldPermutes, "%x: f32[3, 2, 2]", R"(
    %w = )" + kWeights + R"( : f32[2, 4]
    %p = permute(%x) {axes = [0, 2, 1]} : f32[3, 2, 2]
    %f = reshape(%p) {shape = [3, 4]} : f32[3, 4]
    %y = matmul(%f, %w) {transpose_b = true} : f32[3, 2]
    return (%y)
)",
            R"(
    %w = )" + kWeights + R"( : f32[2, 4]
    %0 = reshape(%w) {shape = [2, 2, 2]} : f32[2, 2, 2]
    %1 = permute(%0) {axes = [0, 2, 1]} : f32[2, 2, 2]
    %w_1 = reshape(%1) {shape = [2, 4]} : f32[2, 4]
    %f = reshape(%x) {shape = [3, 4]} : f32[3, 4]
    %y = matmul(%f, %w_1) {transpose_b = true} : f32[3, 2]
    return (%y)
)");
}

TEST_CASE("so do integers, three dimensions and weights that are not transposed") {
  checkPass(foldPermutes, "%x: i8[1, 2, 1, 3]", R"(
    %w = constant() {tensor = i8[6, 1]{1, -2, 4, -8, 16, -32}} : i8[6, 1]
    %p = permute(%x) {axes = [0, 3, 1, 2]} : i8[1, 3, 2, 1]
    %f = reshape(%p) {shape = [1, 6]} : i8[1, 6]
    %y = matmul(%f, %w) {transpose_b = false, dtype = i32, zero_point = 3} : i32[1, 1]
    return (%y)
)",
            R"(
    %w = constant() {tensor = i8[6, 1]{1, -2, 4, -8, 16, -32}} : i8[6, 1]
    %0 = reshape(%w) {shape = [3, 2, 1, 1]} : i8[3, 2, 1, 1]
    %1 = permute(%0) {axes = [1, 2, 0, 3]} : i8[2, 1, 3, 1]
    %w_1 = reshape(%1) {shape = [6, 1]} : i8[6, 1]
    %f = reshape(%x) {shape = [1, 6]} : i8[1, 6]
    %y = matmul(%f, %w_1) {transpose_b = false, dtype = i32, zero_point = 3} : i32[1, 1]
    return (%y)
)");
}

TEST_CASE("a permute stays when others read it") {
  checkPass(foldPermutes, "%x: f32[1, 2, 2]", R"(
    %w = constant() {tensor = f32[4, 1]{1.0, 2.0, 4.0, 8.0}} : f32[4, 1]
    %p = permute(%x) {axes = [0, 2, 1]} : f32[1, 2, 2]
    %f = reshape(%p) {shape = [1, 4]} : f32[1, 4]
    %y = matmul(%f, %w) {transpose_b = false} : f32[1, 1]
    return (%y, %p)
)",
            R"(
    %w = constant() {tensor = f32[4, 1]{1.0, 2.0, 4.0, 8.0}} : f32[4, 1]
    %p = permute(%x) {axes = [0, 2, 1]} : f32[1, 2, 2]
    %0 = reshape(%w) {shape = [2, 2, 1]} : f32[2, 2, 1]
    %1 = permute(%0) {axes = [1, 0, 2]} : f32[2, 2, 1]
    %w_1 = reshape(%1) {shape = [4, 1]} : f32[4, 1]
    %f = reshape(%x) {shape = [1, 4]} : f32[1, 4]
    %y = matmul(%f, %w_1) {transpose_b = false} : f32[1, 1]
    return (%y, %p)
)");
}

TEST_CASE("permutes across the rows, and weights with other users, stay as they are") {
  const std::string across = R"(
    %w = constant() {tensor = f32[2, 1]{1.0, 2.0}} : f32[2, 1]
    %p = permute(%x) {axes = [1, 0, 2]} : f32[3, 2, 1]
    %f = reshape(%p) {shape = [3, 2]} : f32[3, 2]
    %y = matmul(%f, %w) {transpose_b = false} : f32[3, 1]
    return (%y)
)";
  checkPass(foldPermutes, "%x: f32[2, 3, 1]", across, across);
  const std::string shared = R"(
    %w = constant() {tensor = f32[4, 1]{1.0, 2.0, 4.0, 8.0}} : f32[4, 1]
    %p = permute(%x) {axes = [0, 2, 1]} : f32[1, 2, 2]
    %f = reshape(%p) {shape = [1, 4]} : f32[1, 4]
    %y = matmul(%f, %w) {transpose_b = false} : f32[1, 1]
    return (%y, %w)
)";
  checkPass(foldPermutes, "%x: f32[1, 2, 2]", shared, shared);
}

}  // namespace mcc::test
