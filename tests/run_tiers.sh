# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What tests/run.sh runs: the tier of every change and the matrix of --full.

short_tier() {
  build release && suites release
  build cross-aarch64 && suites cross-aarch64
  [ -x build/release/tests/corpus/mcc-corpus ] || return 0
  corpus release models '--only=^tiny/' --where=dtype=f32,dynamic=false
  corpus release ops --sample=1/8 --sanitize
  corpus release ops --sample=1/8 --compiler=clang++-14 --standard=c++20
}

full_tier() {
  build dev && suites dev
  build clang && suites clang
  [ -x build/release/tests/corpus/mcc-corpus ] || return 0
  local target
  for target in generic x86-64-v3 armv8; do
    corpus release models '--only=^(tiny|vision)/' --where=dtype=f32,dynamic=false \
      "--target=$target"
  done
  for folder in ops reports hostile legacy; do
    corpus release "$folder"
  done
}
