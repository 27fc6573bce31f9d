# How every target of PredAbs is compiled and linked.

include_guard(GLOBAL)

if(PREDABS_SANITIZE AND PREDABS_CLANG)
  message(FATAL_ERROR
    "PREDABS_SANITIZE needs PREDABS_CLANG=OFF: clang itself is not sanitized, "
    "so a sanitized plugin cannot be loaded. Use `cmake --preset asan`.")
endif()

if(PREDABS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_PROGRAM ccache)
  mark_as_advanced(CCACHE_PROGRAM)
  if(CCACHE_PROGRAM)
    # Without this sloppiness ccache skips every file that uses a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  endif()
endif()

if(PREDABS_ASSERTIONS)
  foreach(config IN ITEMS RELEASE RELWITHDEBINFO MINSIZEREL)
    string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${config} "${CMAKE_CXX_FLAGS_${config}}")
  endforeach()
endif()

if(PREDABS_LLD)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld PREDABS_HAVE_LLD)
  if(PREDABS_HAVE_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()

add_library(predabs_options INTERFACE)
target_compile_options(predabs_options INTERFACE
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wimplicit-fallthrough -Wextra-semi
  $<$<BOOL:${PREDABS_WERROR}>:-Werror>)
target_link_options(predabs_options INTERFACE -Wl,--as-needed)
target_include_directories(predabs_options INTERFACE
  ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
if(PREDABS_ASSERTIONS)
  target_compile_definitions(predabs_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(PREDABS_SANITIZE)
  target_compile_options(predabs_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(predabs_options INTERFACE -fsanitize=address,undefined)
endif()

# A library of the core: every .cpp below the current folder, plain C++20 with
# exceptions and RTTI, no clang and no LLVM. What stands after PRIVATE is seen by
# this folder alone.
function(predabs_add_core_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "PUBLIC;PRIVATE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE predabs_options ${ARG_PUBLIC})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC predabs_options ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  if(PREDABS_CLANG_TIDY)
    set_target_properties(${name} PROPERTIES CXX_CLANG_TIDY "${CLANG_TIDY_PROGRAM};--quiet")
  endif()
endfunction()
