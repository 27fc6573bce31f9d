#!/bin/sh
# run-both-cxx.sh CLANGXX PREDABS FILE PREFIX
#
# Compiles a C++ program and runs it, interprets its intermediate form, and
# fails unless both print the same and end with the same status.

clangxx=$1 predabs=$2 file=$3 prefix=$4
"$clangxx" -w -std=c++20 "$file" -o "$prefix.exe" || exit 1
"$prefix.exe" >"$prefix.native"
echo "status $?" >>"$prefix.native"
"$predabs" ir --run "$file" -- -w -std=c++20 >"$prefix.interpreted"
echo "status $?" >>"$prefix.interpreted"
diff "$prefix.native" "$prefix.interpreted"
