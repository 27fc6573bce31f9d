// A weak definition may be replaced when the program is linked; it says so.
// RUN: %predabs ir --no-locs %s | FileCheck %s
// RUN: %run-both %s %t
int printf(const char *, ...);
// CHECK-DAG: func @hook(%x: i32) -> i32 weak {
__attribute__((weak)) int hook(int x) { return x + 1; }
// CHECK-DAG: func @later() -> i32 weak {
int later(void) { return 3; }
#pragma weak later
// CHECK-DAG: func @plain() -> i32 {
int plain(void) { return 4; }
int main(void) {
  printf("%d %d %d\n", hook(1), later(), plain());
  return 0;
}
