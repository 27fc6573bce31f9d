// Streams that keep their characters in the program's memory, or call it.
// RUN: %predabs check --verdicts --entry=main --closed %s -- -DMEMORY | FileCheck %s --check-prefix=MEMORY
// RUN: %predabs check --verdicts --entry=main --closed %s -- -DBUFFER | FileCheck %s --check-prefix=BUFFER
// RUN: %predabs check --verdicts --entry=main --closed %s -- -DCOOKIE | FileCheck %s --check-prefix=COOKIE
// RUN: %predabs check --verdicts --entry=main --closed %s | FileCheck %s

#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

static int kept = 1;

#if defined(MEMORY)
int main(void) {
  char *text;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f)
    return 1;
  fflush(f);
  if (size == 3) {
    fputs("more", f);
    fclose(f);
    assert(size == 3); // MEMORY: [[@LINE]]:5: unknown: assert: main: size == 3
  }
  assert(kept == 1); // MEMORY: [[@LINE]]:3: proved: assert: main: kept == 1
  return 0;
}
#elif defined(BUFFER)
static char buffer[BUFSIZ];
int main(void) {
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  if (buffer[0] == 0) {
    puts("text");
    assert(buffer[0] == 0); // BUFFER: [[@LINE]]:5: unknown: assert: main: buffer[0] == 0
  }
  return 0;
}
#elif defined(COOKIE)
static int calls;
static ssize_t written(void *cookie, const char *text, size_t size) {
  calls++;
  return (ssize_t)size;
}
int main(void) {
  cookie_io_functions_t functions = {0, written, 0, 0};
  FILE *f = fopencookie(0, "w", functions);
  if (!f)
    return 1;
  calls = 0;
  fputs("text", f);
  fclose(f);
  assert(calls == 0); // COOKIE: [[@LINE]]:3: unknown: assert: main: calls == 0
  return 0;
}
#else
int main(void) {
  puts("text");
  fflush(stdout);
  assert(kept == 1); // CHECK: [[@LINE]]:3: proved: assert: main: kept == 1
  return 0;
}
#endif
