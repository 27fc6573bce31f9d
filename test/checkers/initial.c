// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s
// What globals hold when a program starts.

#include <assert.h>

union number {
  int whole;
  short half;
};
struct item {
  int before;
  union number n;
  int after;
};

struct bits {
  char before;
  struct {
    unsigned one : 1;
    int some : 20;
    int : 0;
    int more : 26;
  } in;
};

static struct bits packed = {1, {1, -827, -4830}};
static union number plain = {5};
static union number row[2] = {{6}, {7}};
static struct item inside = {1, {2}, 3};
static const int few[4] = {1};
static int zeros[100];
static char text[] = "ab";

int main(int argc, char **argv) {
  switch (argc) {
  case 1: assert(plain.whole == 5); break; // CHECK: [[@LINE]]:11: proved: assert: main: plain.whole == 5
  case 2: assert(row[1].whole == 7); break; // CHECK: [[@LINE]]:11: proved: assert: main: row[1].whole == 7
  case 3: assert(inside.before == 1); break; // CHECK: [[@LINE]]:11: proved: assert: main: inside.before == 1
  case 4: assert(inside.n.whole == 2); break; // CHECK: [[@LINE]]:11: proved: assert: main: inside.n.whole == 2
  case 5: assert(inside.after == 3); break; // CHECK: [[@LINE]]:11: proved: assert: main: inside.after == 3
  case 6: assert(few[3] == 0); break; // CHECK: [[@LINE]]:11: proved: assert: main: few[3] == 0
  case 7: assert(zeros[99] == 0); break; // CHECK: [[@LINE]]:11: proved: assert: main: zeros[99] == 0
  case 8: assert(text[1] == 'b'); break; // CHECK: [[@LINE]]:11: proved: assert: main: text[1] == 'b'
  case 12: assert(packed.in.some == -827); break; // CHECK: [[@LINE]]:12: proved: assert: main: packed.in.some == -827
  case 13: assert(packed.in.more == -4830 && packed.in.one); break; // CHECK: [[@LINE]]:12: proved: assert: main: packed.in.more == -4830 && packed.in.one
  case 9: assert(plain.whole == 6); break; // CHECK: [[@LINE]]:11: violated: assert: main: plain.whole == 6
  case 10: assert(inside.after == 4); break; // CHECK: [[@LINE]]:12: violated: assert: main: inside.after == 4
  case 11: assert(few[0] == 0); break; // CHECK: [[@LINE]]:12: violated: assert: main: few[0] == 0
  }
  return 0;
}
