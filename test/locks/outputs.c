// What is found about locks, for programs to read.
//
// RUN: rm -rf %t && mkdir %t
// RUN: not %predabs check --sarif=%t/s.json --json=%t/v.json %s
// RUN: FileCheck %s --check-prefix=SARIF --input-file=%t/s.json
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/v.json
// RUN: %clang %plugin -c %s -o %t/o.o 2>&1 | FileCheck %s
// RUN: %clang %plugin -fplugin-arg-predabs-checks=assert -c %s -o %t/o.o 2>&1 | count 0
// RUN: not %clang %plugin -Werror -c %s -o %t/o.o

#include <pthread.h>

void f(pthread_mutex_t *m, int n) {
  pthread_mutex_lock(m);
  if (n > 7)
    pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
}

// CHECK: outputs.c:16:5: warning: 'm' is acquired twice if 'n > 7' [predabs-lock-double-acquire]
// CHECK: outputs.c:14:3: note: 'm' is acquired here
// SARIF-DAG: "id": "predabs-lock-double-acquire"
// SARIF-DAG: "ruleId": "predabs-lock-double-acquire"
// JSON: "property": "lock"
// JSON: "text": "'m' is acquired twice"
// JSON: "finding": "double-acquire"
