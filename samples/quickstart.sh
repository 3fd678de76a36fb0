#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a fresh Debian 12 to predictions: installs packages, builds and installs mcc below build/,
# compiles a trained model, builds a program around it and runs it on 360 test images.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/packages.sh
# shellcheck disable=SC2086  # a list of words
mcc_install_packages $MCC_BUILD_PACKAGES

build=$PWD/build/quickstart
cmake -S . -B "$build/mcc" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMCC_BUILD_TESTS=OFF
cmake --build "$build/mcc"
cmake --install "$build/mcc" --prefix "$build/prefix" > "$build/install.log"

cmake -S samples/host -B "$build/host" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$build/prefix"
cmake --build "$build/host"
echo
"$build/host/digits_demo" samples/host/digits.bin
echo "The code that did this: $build/host/digits/digits.cpp"
