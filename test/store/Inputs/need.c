#include <assert.h>

static void check(int n) { assert(n > 0); }

void need(int n) { check(n); }

int five(void) { return 5; }

/// Not the one that wrap.c has.
static int local(void) { return 0; }

int zero(void) { return local(); }
