#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds mcc and runs every test; `--full` adds the matrix of compilers, standards, targets and
# emulators over the whole corpus. The last line is `N passed, N failed`; exit 1 if any failed.
# The corpus is taken from $MCC_CORPUS, or ../shared/corpus beside the repository, when it is there.
set -euo pipefail
cd "$(dirname "$0")/.."

full=no
for argument in "$@"; do
  case "$argument" in
    --full) full=yes ;;
    *) echo "usage: tests/run.sh [--full]" >&2; exit 1 ;;
  esac
done

jobs=$(nproc)
corpus=${MCC_CORPUS:-../shared/corpus}
passed=0
failed=0

. tests/packages.sh
# shellcheck disable=SC2086  # lists of words
mcc_install_packages $MCC_BUILD_PACKAGES $MCC_TEST_PACKAGES $MCC_EXTRACT_PACKAGES

launcher=()
command -v ccache > /dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)

# section TITLE: a heading, so that the log can be found one's way in.
section() { printf '\n== %s\n' "$*"; }

# build PRESET [TARGET...]: configures and builds; a failure counts as one failed test.
build() {
  local preset=$1
  shift
  section "build $preset $*"
  if cmake --preset "$preset" "${launcher[@]}" > /dev/null &&
      cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"}; then
    passed=$((passed + 1))
    return 0
  fi
  failed=$((failed + 1))
  return 1
}

# suites PRESET [CTEST-OPTION...]: runs the test programs and takes the totals that ctest prints. A
# run that prints none counts as one failure.
suites() {
  local preset=$1 log
  shift
  section "ctest $preset"
  log=build/$preset/ctest.log
  ctest --preset "$preset" --parallel "$jobs" "$@" 2>&1 | tee "$log" || true
  if [[ $(grep 'tests passed' "$log") =~ ([0-9]+)\ tests?\ failed\ out\ of\ ([0-9]+) ]]; then
    count "$((BASH_REMATCH[2] - BASH_REMATCH[1]))" "${BASH_REMATCH[1]}"
  else
    count 0 1
  fi
}

count() {
  passed=$((passed + $1))
  failed=$((failed + $2))
}

# corpus PRESET FOLDER [OPTION...]: runs mcc-corpus and takes its totals from its last line. A run
# that prints none counts as one failure.
corpus() {
  local preset=$1 folder=$2 log totals status=0
  shift 2
  [ -d "$corpus/$folder" ] || return 0
  section "mcc-corpus $folder $*"
  log=build/$preset/corpus.log
  "build/$preset/tests/corpus/mcc-corpus" "$corpus/$folder" --jobs="$jobs" "$@" 2>&1 |
    tee "$log" || status=$?
  totals=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
  if [[ $totals =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    count "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    [ "$status" = 0 ] || [ "${BASH_REMATCH[2]}" != 0 ] || count 0 1  # fewer passed than its floor
  else
    count 0 1
  fi
}

. tests/run_tiers.sh
short_tier
[ "$full" = no ] || full_tier

printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
