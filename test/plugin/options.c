// A mistake in an option is a warning, and the compile goes on.

// RUN: %clang %plugin -fplugin-arg-predabs-bugdet=5 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: {{^}}warning: unknown predabs option 'bugdet'; did you mean 'budget'? [predabs]{{$}}
// UNKNOWN-NEXT: 1 warning generated.
// UNKNOWN-NOT: {{.}}

// RUN: %clang %plugin -Werror -fplugin-arg-predabs-zzz -fplugin-arg-predabs-protocols=%t.missing \
// RUN:   -fplugin-arg-predabs-timeout=soon -fplugin-arg-predabs-memory=1 -fplugin-arg-predabs-stats \
// RUN:   -fplugin-arg-predabs-checks=assert,lcok -fplugin-arg-predabs-debug-fault=sevg \
// RUN:   -fplugin-arg-predabs-jobs=2 -fplugin-arg-predabs-help=maybe -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK:      warning: unknown predabs option 'zzz' [predabs]
// CHECK-NEXT: warning: predabs option 'timeout' takes a number from 1 to 1000000, not 'soon' [predabs]
// CHECK-NEXT: warning: predabs option 'memory' takes a number from 16 to 1048576, not '1' [predabs]
// CHECK-NEXT: warning: predabs option 'stats' needs a value, FILE [predabs]
// CHECK-NEXT: warning: predabs option 'checks' has no value 'lcok'; did you mean 'lock'? [predabs]
// CHECK-NEXT: warning: predabs option 'debug-fault' has no value 'sevg'; did you mean 'segv'? [predabs]
// CHECK-NEXT: warning: predabs option 'jobs' has no effect in the compiler, only in 'predabs' [predabs]
// CHECK-NEXT: warning: predabs option 'help' has no value 'maybe'; there is 0, 1 [predabs]
// CHECK-NEXT: warning: cannot read {{.*}}.missing: No such file or directory [predabs]

// RUN: %clang %plugin -w -fplugin-arg-predabs-bugdet=5 -c %s -o %t.o 2>&1 | count 0

// RUN: %clang %plugin -fplugin-arg-predabs-help -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HELP
// HELP: predabs options (-fplugin-arg-predabs-<name>=<value>):
// HELP: {{^}}  timeout=SECONDS
// HELP-NOT: jobs
// HELP: {{^}}  help

// RUN: %clang -c %s -o %t.plain.o && cmp %t.o %t.plain.o

int f(int x) { return x; }
