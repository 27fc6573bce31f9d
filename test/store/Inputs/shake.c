// Gives memory in a random order of addresses, so that what depends on the order
// of pointers differs from run to run: LD_PRELOAD it, with a seed in SHAKE.
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { Arenas = 64, Align = 16 };
static const size_t Room = (size_t)1 << 32; // of one arena, reserved only

static char *Next[Arenas], *End[Arenas];
static uint64_t State;
static int Lock;

static uint64_t random64(void) {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return State;
}

static void begin(void) {
  const char *Seed = getenv("SHAKE");
  State = Seed ? strtoull(Seed, NULL, 10) : 1;
  State = State * 0x9E3779B97F4A7C15u + 0x1234567;
  for (int I = 0; I < Arenas; I++) {
    char *At = mmap(NULL, Room, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (At == MAP_FAILED)
      abort();
    Next[I] = At;
    End[I] = At + Room;
  }
}

// The size is kept before the memory, for realloc.
static void *take(size_t Size, size_t Alignment) {
  if (Alignment < Align)
    Alignment = Align;
  while (__sync_lock_test_and_set(&Lock, 1))
    ;
  if (!State)
    begin();
  int I = (int)(random64() % Arenas);
  uintptr_t At = (uintptr_t)Next[I] + Align;
  At = (At + Alignment - 1) / Alignment * Alignment;
  char *Result = NULL;
  if (Size < Room && At + Size <= (uintptr_t)End[I]) {
    Result = (char *)At;
    Next[I] = Result + (Size ? Size : 1);
  }
  __sync_lock_release(&Lock);
  if (Result)
    memcpy(Result - sizeof Size, &Size, sizeof Size);
  else
    errno = ENOMEM;
  return Result;
}

void *malloc(size_t Size) { return take(Size, 0); }
void free(void *At) { (void)At; }
void *calloc(size_t N, size_t Size) {
  if (Size && N > SIZE_MAX / Size)
    return NULL;
  return take(N * Size, 0); // new pages are zero, and none is used twice
}
void *realloc(void *At, size_t Size) {
  void *New = take(Size, 0);
  if (At && New) {
    size_t Old;
    memcpy(&Old, (char *)At - sizeof Old, sizeof Old);
    memcpy(New, At, Old < Size ? Old : Size);
  }
  return New;
}
void *memalign(size_t Alignment, size_t Size) { return take(Size, Alignment); }
void *aligned_alloc(size_t Alignment, size_t Size) {
  return take(Size, Alignment);
}
int posix_memalign(void **At, size_t Alignment, size_t Size) {
  *At = take(Size, Alignment);
  return *At ? 0 : ENOMEM;
}
void *valloc(size_t Size) { return take(Size, 4096); }
void *pvalloc(size_t Size) { return take((Size + 4095) / 4096 * 4096, 4096); }
size_t malloc_usable_size(void *At) {
  size_t Size = 0;
  if (At)
    memcpy(&Size, (char *)At - sizeof Size, sizeof Size);
  return Size;
}
