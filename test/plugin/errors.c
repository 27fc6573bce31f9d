// A file with errors is left alone: clang's own words, its own status, and no
// analysis that could be lost.

// RUN: not %clang -fsyntax-only %s 2> %t.plain.err
// RUN: not %clang %plugin -fplugin-arg-predabs-debug-fault=segv -fsyntax-only %s 2> %t.err
// RUN: cmp %t.plain.err %t.err

// RUN: not %clang -DPROMOTED -Werror -Wall -c %s -o %t.o 2> %t.plain.err
// RUN: not %clang -DPROMOTED -Werror -Wall %plugin -fplugin-arg-predabs-debug-fault=segv -c %s -o %t.o 2> %t.err
// RUN: cmp %t.plain.err %t.err

#ifndef PROMOTED
int f(void) { return undeclared; }
#else
int f(void) { int unused; return 0; }
#endif
