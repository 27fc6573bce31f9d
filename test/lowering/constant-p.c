// __builtin_constant_p: decided where clang decides, open where the optimiser
// does.
// RUN: %predabs ir --no-locs %s | FileCheck --check-prefixes=CHECK,O0 %s
// RUN: %predabs ir --no-locs %s -- -O2 | FileCheck --check-prefixes=CHECK,O2 %s
// CHECK-LABEL: func @sure
// CHECK: return 1{{$}}
int sure(void) { return __builtin_constant_p(3 * 4); }
// CHECK-LABEL: func @open
// O0: return 0{{$}}
// O2: because constant-p
int open(int x) { return __builtin_constant_p(x); }
