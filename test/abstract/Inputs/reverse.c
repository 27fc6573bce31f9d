// Figure 3 of c2bp.txt: marks a list and restores its pointers. h is any cell
// of the list, or none, and hnext what its next was.
struct node {
  int mark;
  struct node *next;
};

int nondet(void);

void mark(struct node *list) {
  struct node *this, *tmp, *prev, *h, *hnext;

  h = 0;
  prev = 0;
  this = list;
  /* traverse list and mark, setting back pointers */
  while (this != 0) {
    if (this->mark == 1)
      break;
    if (h == 0 && nondet()) {
      h = this;
      hnext = this->next;
    }
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
  return;
}
