// A handler compares the type of the exception with its own. A class that is
// derived from its own somewhere else it may take or not.
// RUN: %ir %s -- -std=c++20 | FileCheck %s

struct Error {
  int Code;
};
void risky();

// CHECK-LABEL: func @_Z5typedv
// CHECK: call @_Z5riskyv()
// CHECK-NEXT: $"predabs.exception" = $"predabs.exception" because volatile
// CHECK: {{^}}catch:
// CHECK: %"caught.type" = $"predabs.exception.type"
// CHECK: %"caught.object" = $"predabs.exception.object"
// CHECK: $"predabs.exception" = false
// CHECK-NEXT: %part = cast<Error*>(%"caught.object")
// CHECK: assume $"predabs.exception"
// CHECK-NEXT: $"predabs.exception.type" = $"predabs.exception.type" because volatile
// CHECK: assume $"predabs.exception.type" == [[ERROR:[0-9]+:u64]]
// CHECK-NEXT: goto catch
// CHECK: assume !($"predabs.exception.type" == [[ERROR]])
// CHECK: havoc %t because exception
// CHECK: assume $"predabs.exception.type" ==
// CHECK: %N = *cast<i32*>(%"caught.object.1")
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
// CHECK: $"predabs.exception" = false
// CHECK: return 1
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
// CHECK: stop
void bounded() noexcept { risky(); }

// What promises not to throw has one way only.
void safe() noexcept;
// CHECK-LABEL: func @_Z4calmv
// CHECK: call @_Z4safev()
// CHECK-NEXT: return
void calm() { safe(); }
