# What PredAbs takes from elsewhere. `utils/setup` installs all of it.

include_guard(GLOBAL)

set(PREDABS_LLVM_MAJOR 19)

# LLVM and Clang: headers for the plugin, the shared libraries for the driver,
# the tools for the tests.
find_package(LLVM ${PREDABS_LLVM_MAJOR}.1 CONFIG QUIET
  HINTS /usr/lib/llvm-${PREDABS_LLVM_MAJOR}/lib/cmake/llvm)
if(PREDABS_CLANG)
  if(NOT LLVM_FOUND OR NOT LLVM_VERSION_MAJOR EQUAL PREDABS_LLVM_MAJOR)
    message(FATAL_ERROR
      "PredAbs needs LLVM ${PREDABS_LLVM_MAJOR}, exactly: a plugin works only in the "
      "clang whose headers it was built with. Run utils/setup, or pass "
      "-DLLVM_DIR=<prefix>/lib/cmake/llvm.")
  endif()
  find_package(Clang CONFIG QUIET PATHS ${LLVM_CMAKE_DIR}/../clang NO_DEFAULT_PATH)
  if(NOT Clang_FOUND)
    message(FATAL_ERROR
      "PredAbs needs the Clang ${PREDABS_LLVM_MAJOR} development files (Debian: "
      "libclang-${PREDABS_LLVM_MAJOR}-dev) beside LLVM in ${LLVM_INSTALL_PREFIX}. Run utils/setup.")
  endif()
  message(STATUS "LLVM and Clang ${LLVM_PACKAGE_VERSION}: ${LLVM_INSTALL_PREFIX}")
endif()

if(PREDABS_CLANG_TIDY)
  find_program(CLANG_TIDY_PROGRAM clang-tidy-${PREDABS_LLVM_MAJOR} REQUIRED)
endif()

# Z3, always the shared library: clang itself is linked to it and a process must
# not hold two. `--as-needed` drops it from what does not use it.
if(PREDABS_WITH_Z3)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(PC_Z3 QUIET z3)
  endif()
  find_path(Z3_INCLUDE_DIR z3++.h HINTS ${PC_Z3_INCLUDE_DIRS})
  find_library(Z3_LIBRARY NAMES libz3.so z3 HINTS ${PC_Z3_LIBRARY_DIRS})
  mark_as_advanced(Z3_INCLUDE_DIR Z3_LIBRARY)
  if(NOT Z3_INCLUDE_DIR OR NOT Z3_LIBRARY)
    message(FATAL_ERROR "PredAbs needs Z3 (Debian: libz3-dev). Run utils/setup.")
  endif()
  message(STATUS "Z3 ${PC_Z3_VERSION}: ${Z3_LIBRARY}")
  add_library(Z3::Z3 UNKNOWN IMPORTED)
  set_target_properties(Z3::Z3 PROPERTIES
    IMPORTED_LOCATION "${Z3_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Z3_INCLUDE_DIR}")
endif()

find_package(CUDD QUIET)
if(NOT CUDD_FOUND)
  message(FATAL_ERROR
    "PredAbs needs CUDD. Run utils/setup, or pass -DCUDD_ROOT=<prefix> with "
    "include/cudd.h and lib/libcudd.")
endif()
message(STATUS "CUDD: ${CUDD_LIBRARY}")

# FlatBuffers, for the summaries on disk: headers only, and the compiler of their
# schema. Both are of one version, which the generated code checks.
find_path(FLATBUFFERS_INCLUDE_DIR flatbuffers/flatbuffers.h)
find_program(FLATC_PROGRAM flatc)
mark_as_advanced(FLATBUFFERS_INCLUDE_DIR FLATC_PROGRAM)
if(NOT FLATBUFFERS_INCLUDE_DIR OR NOT FLATC_PROGRAM)
  message(FATAL_ERROR
    "PredAbs needs FlatBuffers (Debian: libflatbuffers-dev, flatbuffers-compiler). "
    "Run utils/setup.")
endif()
message(STATUS "FlatBuffers: ${FLATC_PROGRAM}")
