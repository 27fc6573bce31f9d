# cmake --install: the driver, the plugin under the name of its clang, and the
# CMake package with predabs_enable().

include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

if(NOT TARGET PredAbs)
  return()
endif()

set(plugin_dir ${CMAKE_INSTALL_LIBDIR}/predabs)
set(plugin_name libPredAbs-${LLVM_VERSION_MAJOR}.so)

install(TARGETS predabs RUNTIME)
install(PROGRAMS $<TARGET_FILE:PredAbs> DESTINATION ${plugin_dir} RENAME ${plugin_name})
if(TARGET PredAbsTidy)
  install(PROGRAMS $<TARGET_FILE:PredAbsTidy> DESTINATION ${plugin_dir}
    RENAME libPredAbsTidy-${LLVM_VERSION_MAJOR}.so)
endif()
install(FILES ${PROJECT_BINARY_DIR}/lib/predabs/libc.o.predabs DESTINATION ${plugin_dir})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/link-plugin.cmake @ONLY CONTENT [[
set(link "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_LIBDIR@/libPredAbs.so")
message(STATUS "Installing: ${link}")
file(CREATE_LINK predabs/@plugin_name@ "${link}" SYMBOLIC)
]])
install(SCRIPT ${PROJECT_BINARY_DIR}/link-plugin.cmake)
if(EXISTS ${PROJECT_SOURCE_DIR}/include)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE TYPE DOC)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/PredAbs)
set(PREDABS_INSTALL_BINDIR ${CMAKE_INSTALL_BINDIR})
set(PREDABS_INSTALL_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
set(PREDABS_INSTALL_PLUGIN ${plugin_dir}/${plugin_name})
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/PredAbsConfig.cmake.in ${PROJECT_BINARY_DIR}/PredAbsConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS PREDABS_INSTALL_BINDIR PREDABS_INSTALL_INCLUDEDIR PREDABS_INSTALL_PLUGIN
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/PredAbsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/PredAbsConfig.cmake ${PROJECT_BINARY_DIR}/PredAbsConfigVersion.cmake
  DESTINATION ${package_dir})
