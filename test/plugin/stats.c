// RUN: %clang %plugin -fplugin-arg-predabs-stats=%t.json -c %s -o %t.o 2>&1 | count 0
// RUN: FileCheck %s < %t.json
// RUN: %python -m json.tool %t.json %t.pretty

// CHECK:      "version": "{{[0-9.]+}}"
// CHECK-NEXT: "file": "{{.*}}stats.c"
// CHECK-NEXT: "functions": 2
// CHECK-NEXT: "statements": {{[1-9][0-9]*}}
// CHECK-NEXT: "exact": {{[1-9][0-9]*}}
// CHECK-NEXT: "floating_point": {{[0-9]+}}
// CHECK-NEXT: "approximated": 0
// CHECK-NEXT: "reasons": {
// CHECK:      "expressions": {{[1-9][0-9]*}}
// CHECK-NEXT: "microseconds": {
// CHECK-NEXT: "lower": {{[0-9]+}}
// CHECK-NEXT: "check": {{[0-9]+}}
// CHECK-NEXT: }
// CHECK-NEXT: "peak_memory_bytes": {{[1-9][0-9]*}}

// What was lowered is told even if the rest is lost.
// RUN: %clang %plugin -fplugin-arg-predabs-debug-fault=segv -fplugin-arg-predabs-stats=%t.json -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=LOST < %t.json
// LOST: "lost": "the engine crashed (segmentation fault)"
// LOST-NEXT: "functions": 2

// RUN: %clang %plugin -Werror -fplugin-arg-predabs-stats=%t.none/x.json -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: stats.c:1:1: remark: predabs: cannot write '{{.*}}x.json': {{.*}} [predabs]
// UNWRITTEN-NOT: {{.}}

// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: %clang %plugin -Werror -fplugin-arg-predabs-stats=%t.folder -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: stats.c:1:1: remark: predabs: cannot write '{{.*}}.folder': {{.*}} [predabs]
// FOLDER-NOT: {{.}}

int one(int x) { return x + 1; }
int two(int x) { return one(x) * 2; }
