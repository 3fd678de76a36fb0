# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# add_compiled_model(): a PyTorch model as a library target. For users of mcc, whether they come by
# find_package, add_subdirectory or FetchContent; hence it depends on nothing else in this folder.

# add_compiled_model(<target> MODEL <file> [TARGET <t>] [NAME <namespace>]
#                    [CUSTOM <pattern>...] [OPTIONS <option>...])
#
# MODEL    a .pt2 file, a folder that holds an unpacked one, or a model.json
# TARGET   what the code is made for, see `mcc targets`; the default follows CMAKE_SYSTEM_PROCESSOR
# NAME     the C++ namespace; default: <target> made an identifier
# CUSTOM   operators that you provide, such as demo::*; the header declares them as functions, and
#          whoever links <target> links their definitions too
# OPTIONS  further options of mcc
#
# Adds the static library <target>, whose users include "<target>.h".
function(add_compiled_model target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODEL;TARGET;NAME" "CUSTOM;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_MODEL)
    message(FATAL_ERROR "add_compiled_model(<target> MODEL <file> [TARGET <t>] [NAME <namespace>] "
                        "[CUSTOM <pattern>...] [OPTIONS <option>...]): got ${ARGV}")
  endif()
  cmake_path(ABSOLUTE_PATH arg_MODEL OUTPUT_VARIABLE model)
  if(NOT EXISTS "${model}")
    message(FATAL_ERROR "add_compiled_model(${target}): there is no ${model}")
  endif()
  if(NOT arg_TARGET)
    _mcc_default_target(arg_TARGET)
  endif()
  if(NOT arg_NAME)
    string(MAKE_C_IDENTIFIER "${target}" arg_NAME)
  endif()
  list(TRANSFORM arg_CUSTOM PREPEND "--custom=")
  _mcc_program(program)
  _mcc_model_files("${model}" modelFiles)

  # Weights stand in files of their own when they are large. Whether they do is known only when mcc
  # has run, so both files are declared always and left empty where there is no need for them.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  set(stem "${folder}/${target}")
  set(weightFiles "${stem}_weights.cpp" "${stem}_weights.bin")
  set(headers "${stem}.h")
  if("--c-api" IN_LIST arg_OPTIONS)
    list(APPEND headers "${stem}_c.h")
  endif()
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${stem}.cpp" ${headers} ${weightFiles}
    COMMAND "${CMAKE_COMMAND}" -E rm -f ${weightFiles}
    COMMAND ${program} "${model}" -o "${stem}.cpp" "--target=${arg_TARGET}" "--name=${arg_NAME}"
            ${arg_CUSTOM} ${arg_OPTIONS}
    COMMAND "${CMAKE_COMMAND}" -E touch ${weightFiles}
    DEPENDS ${program} ${modelFiles}
    COMMENT "Compiling model ${target} for ${arg_TARGET}"
    VERBATIM)

  add_library(${target} STATIC "${stem}.cpp" "${stem}_weights.cpp" ${headers})
  target_include_directories(${target} PUBLIC "${folder}")
  target_compile_features(${target} PUBLIC cxx_std_17)
  _mcc_set_flags(${target} "${stem}" "${arg_TARGET}")
endfunction()

# Kernels need optimisation in Debug builds too, and the instruction set of their target.
function(_mcc_set_flags target stem isa)
  # Generated code is not the project's to lint.
  set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "" CXX_CPPCHECK "" CXX_CPPLINT ""
                                             CXX_INCLUDE_WHAT_YOU_USE "")
  if(MSVC)
    return()
  endif()
  _mcc_isa_flags("${isa}" flags)
  target_compile_options(${target} PRIVATE
    $<$<NOT:$<CONFIG:Release,RelWithDebInfo,MinSizeRel>>:-O2> ${flags})
  # .incbin names a file the compiler does not see; link-time optimisation loses its symbol.
  set_source_files_properties("${stem}_weights.cpp" PROPERTIES
    OBJECT_DEPENDS "${stem}_weights.bin"
    COMPILE_OPTIONS -fno-lto
    COMPILE_DEFINITIONS "MCC_WEIGHTS_FILE=\"${stem}_weights.bin\"")
endfunction()

function(_mcc_isa_flags isa result)
  set(flags "")
  if(isa STREQUAL "native" OR isa MATCHES "^x86-64")
    set(flags "-march=${isa}")
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# The baseline of the processor compiled for. SIMD targets need gcc or clang; all else is generic.
function(_mcc_default_target result)
  set(isa generic)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT MSVC)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
      set(isa x86-64)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
      set(isa armv8)
    endif()
  endif()
  set(${result} ${isa} PARENT_SCOPE)
endfunction()

# mcc itself: what the user names, the one built or imported here, or one in the PATH.
function(_mcc_program result)
  if(NOT MCC_EXECUTABLE AND TARGET mcc::mcc)
    set(${result} mcc::mcc PARENT_SCOPE)
    return()
  endif()
  find_program(MCC_EXECUTABLE mcc DOC "mcc, as a program of the machine that builds"
               NO_CMAKE_FIND_ROOT_PATH)
  if(NOT MCC_EXECUTABLE)
    message(FATAL_ERROR "mcc runs on the machine that builds: build it there first, then give its "
                        "path by -DMCC_EXECUTABLE=<path> or have it in the PATH")
  endif()
  set(${result} "${MCC_EXECUTABLE}" PARENT_SCOPE)
endfunction()

# All files that a model is made of; of a model.json, those of the archive it was unpacked from.
function(_mcc_model_files model result)
  set(root "${model}")
  if(model MATCHES "\\.json$")
    cmake_path(GET model PARENT_PATH root)
    cmake_path(GET root FILENAME name)
    if(name STREQUAL "models")
      cmake_path(GET root PARENT_PATH root)
    endif()
  endif()
  set(files "${model}")
  if(IS_DIRECTORY "${root}")
    file(GLOB_RECURSE files CONFIGURE_DEPENDS "${root}/*")
  endif()
  set(${result} "${files}" PARENT_SCOPE)
endfunction()
