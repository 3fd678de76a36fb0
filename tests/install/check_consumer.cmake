# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures, builds and runs the consumer by one WAY, then checks when its models are made anew.
# Takes WAY, SOURCE (of mcc), PREFIX (where mcc is installed), WORK (a folder of its own), and
# LAUNCHER, COMPILER or TOOLCHAIN for the build.

# run(<title> <command>...): fails loudly; leaves what was printed in `output`.
macro(run title)
  message(STATUS "${title}")
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output
                  RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${title} failed (${status}):\n${output}")
  endif()
endmacro()

# expect(<condition>...): with the last output as the explanation.
macro(expect)
  if(NOT (${ARGN}))
    message(FATAL_ERROR "not so: ${ARGN}\n${output}")
  endif()
endmacro()

set(arguments -DWAY=${WAY} -DMCC_SOURCE=${SOURCE} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
if(WAY STREQUAL "find_package")
  # Debug, to see that models are optimised all the same.
  list(APPEND arguments -DCMAKE_BUILD_TYPE=Debug -Dmcc_DIR=${PREFIX}/lib/cmake/mcc)
else()
  # The flags of mcc's own release build, for the sake of the compiler cache.
  list(APPEND arguments -DCMAKE_BUILD_TYPE=Release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON)
endif()
if(TOOLCHAIN)
  list(APPEND arguments -DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN})
else()
  list(APPEND arguments -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
endif()

file(REMOVE_RECURSE "${WORK}")
file(COPY "${SOURCE}/tests/install/consumer" "${SOURCE}/tests/install/blend.pt2"
          "${SOURCE}/samples/host/digits_cnn.pt2" "${SOURCE}/samples/host/digits.bin"
     DESTINATION "${WORK}")
set(build "${CMAKE_COMMAND}" --build "${WORK}/build")
run("configure" "${CMAKE_COMMAND}" -S "${WORK}/consumer" -B "${WORK}/build" -G Ninja ${arguments})
run("build" ${build})
run("run" ${build} --target run_consumer)
expect(output MATCHES "first reads 2, second reads 2.*blended -1 13")

file(READ "${WORK}/build/compile_commands.json" commands)
string(REGEX MATCH "\"command\": \"[^\n]*first/first.cpp" command "${commands}")
set(output "${command}")
expect(command MATCHES "-O[23] -DNDEBUG|-g [^\n]*-O2")

run("build again" ${build})
expect(NOT output MATCHES "Compiling model")
file(TOUCH "${WORK}/digits_cnn.pt2")
run("build with another model" ${build})
expect(output MATCHES "Compiling model first")
