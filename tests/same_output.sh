#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tests/same_output.sh BUILD BUILD CORPUS: whether the mccs of two build folders, made by different
# compilers, print the same files for models/tiny and an eighth of ops. Exit 1 if they don't.
set -euo pipefail
[ $# = 3 ] || { echo "usage: tests/same_output.sh BUILD BUILD CORPUS" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for i in 1 2; do
  build=${!i}
  for rows in 'models --only=^tiny/' 'ops --sample=1/8'; do
    # shellcheck disable=SC2086  # words
    "$build/tests/corpus/mcc-corpus" "$3"/$rows --write="$folder/$i" --jobs="$(nproc)" \
      > "$folder/log" || true  # what mcc can't compile is told by other tests
  done
done
diff --recursive --brief "$folder/1" "$folder/2"
echo "$(find "$folder/1" -type f | wc -l) files, all the same"
