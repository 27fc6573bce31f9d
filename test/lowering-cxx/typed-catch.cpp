// Which handler takes an exception is open, and so is what it is given. If no
// handler takes everything, it may also go on.
// RUN: %ir %s -- -std=c++20 | FileCheck %s

struct Error {
  int Code;
};
void risky();

// CHECK-LABEL: func @_Z5typedv
// CHECK: exactness {{.*}} exception
// CHECK: call @_Z5riskyv()
// CHECK-NEXT: $"predabs.exception" = $"predabs.exception" because volatile
// CHECK: {{^}}catch:
// CHECK-NEXT: $"predabs.exception" = false
// CHECK-NEXT: havoc %E because exception
// CHECK: {{^}}catch.1:
// CHECK-NEXT: $"predabs.exception" = false
// CHECK-NEXT: havoc %N because exception
// CHECK: assume $"predabs.exception"
// CHECK-NEXT: goto catch, catch.1, unwind
int typed() {
  try {
    risky();
  } catch (const Error &E) {
    return E.Code;
  } catch (int N) {
    return N;
  }
  return 0;
}

// CHECK-LABEL: func @_Z8allTakenv
// CHECK: exactness 4 statements{{$}}
// CHECK: assume $"predabs.exception"
// CHECK-NEXT: $"predabs.exception" = false
// CHECK-NEXT: return 1
int allTaken() {
  try {
    risky();
  } catch (...) {
    return 1;
  }
  return 0;
}

// An exception that may not leave ends the program.
// CHECK-LABEL: func @_Z7boundedv
// CHECK: assume $"predabs.exception"
// CHECK-NEXT: stop
void bounded() noexcept { risky(); }

// What promises not to throw has one way only.
void safe() noexcept;
// CHECK-LABEL: func @_Z4calmv
// CHECK: call @_Z4safev()
// CHECK-NEXT: return
void calm() { safe(); }
