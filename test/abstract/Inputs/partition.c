// Figure 1 of c2bp.txt.
typedef struct cell {
  int val;
  struct cell *next;
} *list;

list partition(list *l, int v) {
  list curr, prev, newl, nextCurr;

  curr = *l;
  prev = 0;
  newl = 0;
  while (curr != 0) {
    nextCurr = curr->next;
    if (curr->val > v) {
      if (prev != 0) {
        prev->next = nextCurr;
      }
      if (curr == *l) {
        *l = nextCurr;
      }
      curr->next = newl;
    L:
      newl = curr;
    } else {
      prev = curr;
    }
    curr = nextCurr;
  }
  return newl;
}
