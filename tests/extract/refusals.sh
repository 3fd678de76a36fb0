#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# refusals.sh MCC_EXTRACT RESOURCE_DIR: what mcc-extract must not take in silence. Each case is a
# header, the rows of kernels.def and words of the error.
set -euo pipefail
extract=$1
resources=$2
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT
mkdir -p "$tree/runtime_support/simd"
echo 'MCC_ISA(scalar, "x86_64-linux-gnu", "")' > "$tree/runtime_support/simd/isas.def"
header='"runtime_support/x.h"'
failed=0

# attempt ROWS: extracts from the header on stdin; prints what mcc-extract says.
attempt() {
  { echo '#pragma once'; cat; } > "$tree/runtime_support/x.h"
  echo "$1" > "$tree/runtime_support/kernels.def"
  rm -f "$tree/table"
  "$extract" --write "$tree/table" "$tree" "$resources" 2>&1
}

# refuses WORDS [ROWS]
refuses() {
  local words=$1 rows=${2:-"MCC_KERNEL(f, $header, any)"} said
  if said=$(attempt "$rows"); then
    echo "taken, but should be refused with: $words"
    failed=1
  elif [[ $said != *"$words"* || -e $tree/table ]]; then
    echo "refused, but not with: $words"
    echo "$said"
    failed=1
  fi
}

attempt "MCC_KERNEL(f, $header, any)" <<< 'namespace mcc::rt { inline int f() { return 1; } }' ||
  failed=1

refuses 'one declaration per statement' <<< 'namespace mcc::rt {
constexpr int a = 1, b = 2;
inline int f() { return b; }
}'
refuses 'one declaration per statement' <<< 'namespace mcc::rt {
template <class T> T g() { return 1; }
template int g<int>();
inline int f() { return g<int>(); }
}'
refuses 'does not understand what stands before' <<< 'namespace mcc::rt {
template <class T> T g() { return 1; }
inline int f() { return g<int>(); }
template int g<int>();
}'
refuses 'no #if around declarations' <<< 'namespace mcc::rt {
#if defined(__GNUC__)
inline int f() { return 1; }
#endif
}'
refuses 'no #if around declarations' <<< 'namespace mcc::rt {
inline int f() {
#ifdef __GNUC__
  return 1;
#endif
}
}'
refuses 'no such declaration' <<< 'namespace mcc::rt {
namespace inner { inline int f() { return 1; } }
}'
refuses 'no such declaration' <<< 'namespace mcc::rt {
template <class T> struct Box { T value; };
template <class T> Box(T) -> Box<T>;
inline int f() { return Box{1}.value; }
}'
refuses 'belong into the namespace mcc::rt' <<< 'inline int f() { return 1; }'
refuses 'a template needs a use' <<< 'namespace mcc::rt { template <class T> T f() { return 1; } }'
refuses 'has no plain function f' <<< 'namespace mcc::rt { inline int g() { return 1; } }'
refuses 'undeclared identifier' "MCC_KERNEL(f, $header, any, nothing())" <<< 'namespace mcc::rt {}'
refuses 'two rows give the root f' \
  "MCC_KERNEL(f, $header, any, f()) MCC_KERNEL(f, $header, any, f())" \
  <<< 'namespace mcc::rt { inline int f() { return 1; } }'
refuses 'no instruction set avx3' "MCC_KERNEL(f, $header, (scalar, avx3))" \
  <<< 'namespace mcc::rt { inline int f() { return 1; } }'
exit $failed
