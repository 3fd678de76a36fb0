# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What tests/run.sh runs: the tier of every change and the matrix of --full.

# Rows that mcc-corpus knows to fail, with the reason.
known=--known=tests/corpus/known_faults.txt

short_tier() {
  build check && suites check
  [ -x build/check/tests/corpus/mcc-corpus ] || return 0
  corpus check models '--only=^tiny/' --where=dtype=f32,dynamic=false --floor=50 "$known"
  corpus check ops --sample=1/16 --batch=64 --floor=225 "$known"
}

full_tier() {
  # Kernels meet the sanitizers in the generated programs of `ops`.
  build dev mcc tests_{unit,ops,passes,e2e,golden} && suites dev -L '^(unit|ops|passes|e2e|golden)$'
  build cross-aarch64 && suites cross-aarch64
  build release mcc mcc-corpus && suites release -L install
  build clang mcc mcc-corpus
  [ -x build/release/tests/corpus/mcc-corpus ] && [ -d "$corpus" ] || return 0
  section "mcc built by g++ and by clang++"
  if tests/same_output.sh build/release build/clang "$corpus"; then count 1 0; else count 0 1; fi
  local target folder
  for target in generic x86-64-v3 armv8; do
    corpus release models '--only=^(tiny|vision)/' --where=dtype=f32,dynamic=false --batch=4 \
      "--target=$target" "$known"
  done
  corpus release models '--only=^(tiny|programs)/' --batch=4 "$known"
  corpus release models '--only=^tiny/' --where=dtype=f32,dynamic=false --sample=1/4 --batch=4 \
    --target=x86-64-v3 --link-runtime "$known"
  corpus release ops --sample=1/16 --batch=64 --sanitize "$known"
  corpus release ops --sample=1/8 --batch=64 --compiler=clang++-14 --standard=c++20 "$known"
  for folder in ops reports hostile legacy; do
    corpus release "$folder" --batch=64 "$known"
  done
}
