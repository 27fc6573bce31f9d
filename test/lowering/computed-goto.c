// Computed goto: tables of labels, static and local, label differences.
// RUN: %run-both %s %t
int printf(const char *, ...);

static int machine(const unsigned char *code) {
  static void *const table[] = {&&op_halt, &&op_push, &&op_add, &&op_jump_if};
  int stack[8], sp = 0, steps = 0;
#define NEXT goto *table[(steps++, *code++)]
  NEXT;
op_push:
  stack[sp++] = *code++;
  NEXT;
op_add:
  sp--;
  stack[sp - 1] += stack[sp];
  NEXT;
op_jump_if:
  if (stack[sp - 1] < 20)
    code -= *code;
  else
    code++;
  NEXT;
op_halt:
  return stack[sp - 1] * 100 + steps;
}

static int offsets(int i) {
  static const int off[] = {&&a - &&a, &&b - &&a, &&c - &&a};
  goto *(&&a + off[i]);
c:
  i += 1000;
b:
  i += 100;
a:
  return i;
}

int main(void) {
  printf("%d\n", machine((const unsigned char[]){1, 5, 1, 7, 2, 3, 4, 0}));
  for (int i = 0; i < 3; i++)
    printf("%d ", offsets(i));
  void *local[2] = {&&first, &&second};
  int n = 0;
again:
  goto *local[n & 1];
first:
  printf("\nfirst %d", n++);
  goto again;
second:
  printf("\nsecond %d", n++);
  if (n < 4)
    goto again;
  void *where = n == 4 ? &&last : &&first;
  {
    int inner = 5;
    goto *where;
  }
  printf("\nnot here");
last:
  printf("\n%d %d\n", where == &&last, &&last == &&first);
  return 0;
}
