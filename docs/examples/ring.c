/* A ring buffer: values come out in the order in which they went in.
   The assertions say what must hold at any time and for any caller. */

#include <assert.h>

enum { Capacity = 8 };

struct ring {
  int slots[Capacity];
  unsigned head;  /* the slot that is read next */
  unsigned count; /* how many slots are in use */
};

static void ring_init(struct ring *r) {
  r->head = 0;
  r->count = 0;
}

/* Returns 0 if the ring is full. */
static int ring_push(struct ring *r, int value) {
  if (r->count >= Capacity)
    return 0;
  unsigned tail = (r->head + r->count) % Capacity;
  assert(tail < Capacity);
  r->slots[tail] = value;
  r->count++;
  assert(r->count > 0 && r->count <= Capacity);
  return 1;
}

/* Returns 0 if the ring is empty. */
static int ring_pop(struct ring *r, int *value) {
  if (r->count == 0)
    return 0;
  unsigned head = r->head % Capacity;
  assert(head < Capacity);
  *value = r->slots[head];
  r->head = (head + 1) % Capacity;
  r->count--;
  return 1;
}

int main(int argc, char **argv) {
  struct ring r;
  int value;
  (void)argv;

  ring_init(&r);
  for (int i = 0; i < argc; i++)
    ring_push(&r, i);
  assert(r.count <= Capacity);
  while (ring_pop(&r, &value))
    ;
  assert(r.count == 0);
  return 0;
}
