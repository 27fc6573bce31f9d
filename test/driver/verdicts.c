// What --json, --explain and --trace-refinement say, and what they do if that
// is not possible.

// RUN: not %predabs check --inputs=input --json=%t.json --explain safe %s 2>/dev/null > %t.out
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %python -m json.tool %t.json %t.pretty
// RUN: FileCheck %s --check-prefix=EXPLAIN < %t.out

// JSON:      "proved": 1
// JSON-NEXT: "violated": 1
// JSON-NEXT: "latent": 1
// JSON-NEXT: "unknown": 0
// JSON:      "line": [[@LINE+13]]
// JSON:      "function": "safe"
// JSON-NEXT: "property": "assert"
// JSON-NEXT: "text": "x > 0"
// JSON-NEXT: "verdict": "proved"
// EXPLAIN:      verdicts.c:[[@LINE+8]]:5: proved: assert: safe: x > 0
// EXPLAIN-NEXT: where it is reached:
// EXPLAIN:      of work
#include <assert.h>
extern int input(void);
int safe(void) {
  int x = input();
  if (x > 1)
    assert(x > 0);
  return x;
}
int bug(void) {
  int x = input();
  // JSON: "line": [[@LINE+5]]
  // JSON: "verdict": "violated"
  // JSON: "message": "assertion 'x != 2' can fail"
  // JSON-NEXT: "path": [
  // JSON: "note": "'x != 2' is false: x is 2"
  assert(x != 2);
  return x;
}
int callers(int n) {
  // JSON: "verdict": "latent"
  assert(n != 7);
  return n;
}

// RUN: not %predabs check --inputs=input --explain sfae %s 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE
// NONE: predabs: nothing is to be shown in 'sfae'; did you mean 'safe'?

// RUN: not %predabs check --inputs=input --trace-refinement %s 2>&1 >/dev/null | FileCheck %s --check-prefix=TRACE
// TRACE: a path of {{[0-9]+}} steps leads to safe:
// TRACE: nothing leads to safe:

// An entry that is not there is a mistake, unless another file has it.
// RUN: not %predabs check --entry=bgu %s 2>&1 >/dev/null | FileCheck %s --check-prefix=ENTRY --implicit-check-not={{.}}
// ENTRY: predabs: there is no function 'bgu' to begin with; did you mean 'bug'?
// RUN: echo "int other(void) { return 1; }" > %t.other.c
// RUN: %predabs check --entry=other %s %t.other.c 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: no function
// OTHER: predabs: {{[0-9]+}} proved, 0 violated
// RUN: %clang %plugin -fplugin-arg-predabs-entry=bgu -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: verdicts.c:1:1: remark: predabs: there is no function 'bgu' to begin with; did you mean 'bug'? [predabs]

// open=1: what fails for some callers is reported too.
// RUN: %clang %plugin -fplugin-arg-predabs-open=1 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: verdicts.c:[[@LINE-23]]:3: warning: assertion 'n != 7' can fail if called with {{.*}} [predabs-assert]
