# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How mcc's own targets are built: flags (mcc_options) and one library per folder (mcc_add_library).
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Floating-point flags are part of mcc's output: weights are computed at compile time, so neither
# contraction nor the build machine's vector units may change them.
add_library(mcc_options INTERFACE)
target_include_directories(mcc_options INTERFACE "${mcc_SOURCE_DIR}")
target_compile_definitions(mcc_options INTERFACE EIGEN_DONT_VECTORIZE EIGEN_MPL2_ONLY)
target_compile_options(mcc_options INTERFACE
  -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow
  $<$<CONFIG:Debug>:-O1 -g1> $<$<CONFIG:Release>:-O2>
  # gcc 12 warns of every `"text" + std::string` (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# Users who build mcc inside their project may have newer compilers with warnings of their own.
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_COMPILE_WARNING_AS_ERROR)
  set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
endif()
if(MCC_SANITIZE)
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # With sanitizers gcc 12 takes std::regex for uninitialized (its bug 105562).
  target_compile_options(mcc_options INTERFACE ${flags}
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(mcc_options INTERFACE ${flags})
endif()

# Most of a small file's time goes into headers and templates that its neighbours use too, so files
# are compiled in groups. What is local to a file therefore needs a name of its own within its
# folder. Preset `clang` compiles each file alone, which finds an #include that is missing.
option(MCC_UNITY_BUILD "Compile files in groups: a third of the time" ON)
set(CMAKE_UNITY_BUILD ${MCC_UNITY_BUILD})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)

# The standard library is read once, by mcc_ir; in preset `clang` by every file.
set(mcc_precompiled_headers <algorithm> <array> <functional> <map> <memory> <numeric> <optional>
    <set> <span> <string> <variant> <vector>)

# mcc_precompile(<target>): the target's files start from the precompiled standard headers.
function(mcc_precompile target)
  if(target STREQUAL mcc_ir)
    target_precompile_headers(${target} PRIVATE ${mcc_precompiled_headers})
  else()
    target_precompile_headers(${target} REUSE_FROM mcc_ir)
  endif()
endfunction()

# mcc_add_library(<name> [EXCLUDE <file>...] [PUBLIC <lib>...] [PRIVATE <lib>...])
# A static library from every .cpp of the current folder and of the folders below it, except those
# with a CMakeLists.txt of their own. While there are no sources the library is an empty INTERFACE.
function(mcc_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "EXCLUDE;PUBLIC;PRIVATE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.cpp)
  file(GLOB_RECURSE rooms CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
       */CMakeLists.txt)
  foreach(room IN LISTS rooms)
    string(REPLACE "CMakeLists.txt" "" room "${room}")
    if(room)
      list(FILTER sources EXCLUDE REGEX "^${room}")
    endif()
  endforeach()
  list(REMOVE_ITEM sources ${arg_EXCLUDE} "")
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${arg_PUBLIC})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC ${arg_PUBLIC} PRIVATE mcc_options ${arg_PRIVATE})
  mcc_precompile(${name})
endfunction()
