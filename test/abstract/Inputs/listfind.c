// Searches a list for a key and moves the cell that has it to the front. What
// is returned has the key, and is the first cell.
struct cell {
  int key;
  struct cell *next;
};

void reach_error(void);

struct cell *find(struct cell **list, int key) {
  struct cell *curr, *prev;

  prev = 0;
  curr = *list;
  while (curr != 0) {
    if (curr->key == key)
      break;
    prev = curr;
    curr = curr->next;
  }
  if (curr == 0)
    return 0;
  if (prev != 0) {
    prev->next = curr->next;
    curr->next = *list;
    *list = curr;
  }
  if (curr->key != key)
    reach_error();
  if (prev == curr)
    reach_error();
  return curr;
}
