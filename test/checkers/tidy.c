// REQUIRES: clang-tidy-19
// RUN: clang-tidy-19 -load %build_dir/lib/libPredAbsTidy.so --config='{CheckOptions: {predabs-assert.inputs: input}}' --checks='-*,predabs-*' %s -- 2>/dev/null | FileCheck %s
// RUN: clang-tidy-19 -load %build_dir/lib/libPredAbsTidy.so --config='{CheckOptions: {predabs-assert.inputs: input}}' --checks='-*,predabs-*' --list-checks %s -- | FileCheck %s --check-prefix=LIST
// LIST: {{^}}    predabs-assert{{$}}

// The options are the same.
// RUN: clang-tidy-19 -load %build_dir/lib/libPredAbsTidy.so --checks='-*,predabs-*' --config="{CheckOptions: {predabs-assert.inputs: input, predabs-assert.failures: give_up, predabs-assert.json: '%t.json'}}" %s -- 2>/dev/null | FileCheck %s --check-prefix=FAILURES
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// JSON: "violated": 3
// FAILURES: tidy.c:[[@LINE+15]]:5: warning: 'give_up' can be called [predabs-assert]
// RUN: clang-tidy-19 -load %build_dir/lib/libPredAbsTidy.so --checks='-*,predabs-*' --config="{CheckOptions: {predabs-assert.memory: much}}" %s -- 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: warning: predabs option 'memory' takes a number from 16 to 1048576, not 'much'

#include <assert.h>

extern int input(void);
extern void give_up(void);

void f(void) {
  int n = input();
  // CHECK: tidy.c:[[@LINE+1]]:3: warning: assertion 'n != 1' can fail [predabs-assert]
  assert(n != 1);
  // CHECK: note: 'n != 1' is false: n is 1
  if (n == 2)
    give_up();
  assert(n != 3); // NOLINT(predabs-assert)
  // CHECK-NOT: warning
}
