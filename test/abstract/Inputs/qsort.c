// Quicksort of an array, without recursion: the parts still to be sorted lie
// on a stack. Every index is checked against the array's bounds.
void reach_error(void);

#define IN_BOUNDS(index, length)                                               \
  if (!((index) >= 0 && (index) <= (length)))                                  \
  reach_error()

void sort(int *array, int length) {
  int from[64], to[64];
  int top, low, high, index, last, pivot, saved;

  top = 0;
  from[0] = 0;
  to[0] = length;
  while (top >= 0 && top < 62) {
    index = from[top];
    high = to[top];
    top--;
    if (index < 0 || index > length || high - index < 2)
      continue;
    IN_BOUNDS(index, length);
    low = index;
    last = index;
    pivot = array[index];
    while (index <= length) {
      IN_BOUNDS(index, length);
      if (index == high)
        break;
      if (array[index] < pivot) {
        last++;
        saved = array[last];
        array[last] = array[index];
        array[index] = saved;
      }
      index++;
    }
    array[low] = array[last];
    array[last] = pivot;
    top++;
    from[top] = low;
    to[top] = last;
    top++;
    from[top] = last + 1;
    to[top] = high;
  }
}
