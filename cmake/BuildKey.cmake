# cmake -DSOURCES=<root> -DOUTPUT=<header> -P BuildKey.cmake
#
# Writes a header with a hash of the sources that verdicts depend on: what another
# build of the tool has kept is not used again.

file(GLOB_RECURSE files RELATIVE ${SOURCES}
  ${SOURCES}/predicates/*.cpp ${SOURCES}/predicates/*.h ${SOURCES}/predicates/*.def
  ${SOURCES}/checkers/*.cpp ${SOURCES}/checkers/*.h ${SOURCES}/checkers/*.def
  ${SOURCES}/checkers/*.protocol
  ${SOURCES}/plugin/lower/*.cpp ${SOURCES}/plugin/lower/*.h)
list(SORT files)
set(all "")
foreach(file IN LISTS files)
  file(SHA1 ${SOURCES}/${file} hash)
  string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA1 key "${all}")
set(text "#define PREDABS_BUILD_KEY \"${key}\"\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
