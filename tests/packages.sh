# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The Debian 12 packages that mcc needs, by purpose; sourced by whoever installs them.

# To build mcc, and what it prints.
MCC_BUILD_PACKAGES="g++ cmake ninja-build nlohmann-json3-dev libeigen3-dev libcli11-dev zlib1g-dev"

# For the tests: a second compiler, the cross compilers, the emulators, and a compiler cache because
# they build mcc more than once.
MCC_TEST_PACKAGES="ccache clang-14 doctest-dev g++-aarch64-linux-gnu qemu-user qemu-system-arm
  gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib"

# For mcc-extract, which only those need who change kernels.
MCC_EXTRACT_PACKAGES="clang-14 libclang-14-dev llvm-14-dev libclang-cpp14-dev"

# mcc_install_packages NAME...: installs what is missing, as root or by sudo. Where there is no dpkg
# it is the user who sees to it.
mcc_install_packages() {
  command -v dpkg-query > /dev/null || return 0
  missing=""
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok" ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  as_root=""
  [ "$(id -u)" = 0 ] || as_root=sudo
  export DEBIAN_FRONTEND=noninteractive
  $as_root apt-get update -q
  # shellcheck disable=SC2086  # a list of words
  $as_root apt-get install -q -y --no-install-recommends $missing
}
