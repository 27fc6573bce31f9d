/* All models, for one file of summaries. */

#define _GNU_SOURCE
#include "allocation.c"
#include "ctype.c"
#include "numbers.c"
#include "process.c"
#include "search.c"
#include "stdio.c"
#include "strings.c"
#include "threads.c"
#include "unistd.c"
