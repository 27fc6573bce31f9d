# Finds CUDD: CUDD_ROOT, pkg-config, the system, and last the copy that
# utils/setup builds. Defines CUDD_FOUND and the target CUDD::CUDD.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_CUDD QUIET cudd)
endif()

# Where utils/setup puts its copy; the same words stand there.
if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(_cudd_setup_prefix "$ENV{XDG_CACHE_HOME}/predabs/cudd-2.4.2-by-id")
else()
  set(_cudd_setup_prefix "$ENV{HOME}/.cache/predabs/cudd-2.4.2-by-id")
endif()

find_path(CUDD_INCLUDE_DIR cudd.h
  HINTS ${PC_CUDD_INCLUDE_DIRS}
  PATHS ${_cudd_setup_prefix}/include
  PATH_SUFFIXES cudd)
find_library(CUDD_LIBRARY cudd
  HINTS ${PC_CUDD_LIBRARY_DIRS}
  PATHS ${_cudd_setup_prefix}/lib)
mark_as_advanced(CUDD_INCLUDE_DIR CUDD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CUDD REQUIRED_VARS CUDD_LIBRARY CUDD_INCLUDE_DIR)

if(CUDD_FOUND AND NOT TARGET CUDD::CUDD)
  add_library(CUDD::CUDD UNKNOWN IMPORTED)
  set_target_properties(CUDD::CUDD PROPERTIES
    IMPORTED_LOCATION "${CUDD_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${CUDD_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES m)
endif()
