// Where there are no descriptors left for a child, the compile goes on.

// RUN: bash -c "ulimit -n 6; exec %clang %plugin -DCHECKED -fsyntax-only %s" 2>&1 | FileCheck %s
// CHECK: no-process.c:1:1: remark: predabs: analysis of this file was lost: the engine could not be started (Too many open files); the compile is not affected [predabs]

// A file with nothing to decide does not ask for one.
// RUN: bash -c "ulimit -n 6; exec %clang %plugin -fsyntax-only %s" 2>&1 | count 0

void reach_error(void);
int f(int x) {
#ifdef CHECKED
  if (x == 7)
    reach_error();
#endif
  return x;
}
