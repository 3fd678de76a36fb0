# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs mcc as a package for find_package(mcc). mcc runs on the machine that builds, so the
# package fits cross builds too, whatever they build for.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(destination "${CMAKE_INSTALL_LIBDIR}/cmake/mcc")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/mcc-config.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/mcc-config.cmake" INSTALL_DESTINATION "${destination}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/mcc-config-version.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

install(TARGETS mcc EXPORT mcc-targets)
install(EXPORT mcc-targets NAMESPACE mcc:: DESTINATION "${destination}")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/mcc-config.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/mcc-config-version.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/add_compiled_model.cmake"
        DESTINATION "${destination}")
