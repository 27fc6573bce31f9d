// Inline assembly: its outputs are arbitrary, memory too where it says so;
// an empty template that only reads is exact.
// RUN: %predabs ir --no-locs %s | FileCheck %s
// RUN: %predabs ir --stats %s | FileCheck --check-prefix=STATS %s
int g;
struct s { unsigned f : 3; };
// CHECK-LABEL: func @outputs
// CHECK: havoc %x because inline-asm
// CHECK-NEXT: havoc %[[Y:[a-z.0-9]+]] because inline-asm
// CHECK-NOT: everything
// CHECK: return %x + %[[Y]]
int outputs(int a) { int x, y = 1; __asm__("add %2, %0" : "=r"(x), "+r"(y) : "r"(a)); return x + y; }
// CHECK-LABEL: func @memory
// CHECK: $g = 1
// CHECK: havoc everything because inline-asm
// CHECK: return $g
int memory(int *p) { g = 1; __asm__ volatile("movl $2, (%0)" : : "r"(p) : "memory"); return g; }
// CHECK-LABEL: func @barrier
// CHECK-NOT: havoc
// CHECK: return %x + $g
int barrier(int x) { __asm__ volatile("" ::: "memory"); __asm__("" : "+r"(x)); return x + g; }
// CHECK-LABEL: func @through
// CHECK: havoc *%{{[a-z.0-9]+}} because inline-asm
void through(int *p) { __asm__("mov $1, %0" : "=m"(p[1])); }
// CHECK-LABEL: func @effects
// CHECK: %i = %{{[a-z.0-9]+}} + 1
// CHECK: return %i
int effects(int i, int *a) { __asm__ volatile("" : "+r"(a[i++])); return i; }
// CHECK-LABEL: func @bits
// CHECK: havoc (*%[[P:[a-z.0-9]+]]).f because inline-asm
// CHECK: havoc %s.f because inline-asm
int bits(struct s *p) { __asm__("mov $1, %0" : "=r"(p->f)); struct s s; __asm__("mov $1, %0" : "=r"(s.f)); return s.f; }
// CHECK-LABEL: func @jump
// CHECK: goto asm.on, asm.goto
// CHECK: return 0
// CHECK: return 1
int jump(int x) {
  __asm__ goto("testl %0, %0; jne %l1" : : "r"(x) : : yes);
  return 0;
yes:
  return 1;
}
// STATS: # outputs: {{.*}} 1 approximated, {{.*}}inline-asm 1
// STATS: # memory: 3 statements, 0 floating-point, 1 approximated, inline-asm 1
// STATS: # barrier: 3 statements, 0 floating-point, 0 approximated{{$}}
// STATS: # jump: {{.*}} 1 approximated, inline-asm 1
