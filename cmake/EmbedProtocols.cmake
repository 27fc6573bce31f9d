# cmake -DFOLDER=<folder> -DOUTPUT=<file> -P EmbedProtocols.cmake
#
# Writes the protocol files of a folder, by name, as rows {"name", "text"} of a
# C++ table.

file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*.protocol)
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} text)
  string(APPEND rows "{\"${file}\", R\"protocol(${text})protocol\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${rows}")
