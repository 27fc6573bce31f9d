// Figure 3 of c2bp.txt: marks a list and restores its pointers. h is any cell
// of the list and hnext what its next was; at the end it is that again.
struct node {
  int mark;
  struct node *next;
};

void reach_error(void);
int nondet(void);

void mark(struct node *list) {
  struct node *this, *tmp, *prev, *h, *hnext;

  h = list;
  while (h != 0 && nondet())
    h = h->next;
  if (h == 0)
    return;
  hnext = h->next;

  prev = 0;
  this = list;
  /* traverse list and mark, setting back pointers */
  while (this != 0) {
    if (this->mark == 1)
      break;
    this->mark = 1;
    tmp = prev;
    prev = this;
    this = this->next;
    prev->next = tmp;
  }
  /* traverse back, resetting the pointers */
  while (prev != 0) {
    tmp = this;
    this = prev;
    prev = prev->next;
    this->next = tmp;
  }
END:
  if (h->next != hnext)
    reach_error();
}
