# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds libzip as Libzip::Libzip. The config file that Debian ships with libzip names command-line
# tools of packages that need not be installed, and fails without them; hence this module.
find_path(Libzip_INCLUDE_DIR zip.h)
find_library(Libzip_LIBRARY zip)
find_file(Libzip_CONFIG_HEADER zipconf.h HINTS "${Libzip_INCLUDE_DIR}")
if(Libzip_CONFIG_HEADER)
  file(STRINGS "${Libzip_CONFIG_HEADER}" line REGEX "define LIBZIP_VERSION \"")
  string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" Libzip_VERSION "${line}")
endif()
mark_as_advanced(Libzip_INCLUDE_DIR Libzip_LIBRARY Libzip_CONFIG_HEADER)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libzip REQUIRED_VARS Libzip_LIBRARY Libzip_INCLUDE_DIR
                                  VERSION_VAR Libzip_VERSION)
if(Libzip_FOUND AND NOT TARGET Libzip::Libzip)
  add_library(Libzip::Libzip UNKNOWN IMPORTED)
  set_target_properties(Libzip::Libzip PROPERTIES
    IMPORTED_LOCATION "${Libzip_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Libzip_INCLUDE_DIR}")
endif()
