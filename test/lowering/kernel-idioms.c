// Idioms of the Linux kernel's headers.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
typedef __SIZE_TYPE__ size_t;
#define container_of(ptr, type, member) ({ void *__mptr = (void *)(ptr); \
  ((type *)(__mptr - __builtin_offsetof(type, member))); })
#define READ_ONCE(x) (*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, v) do { *(volatile typeof(x) *)&(x) = (v); } while (0)
#define BUILD_BUG_ON_ZERO(e) ((int)(sizeof(struct { int : (-!!(e)); })))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]) + BUILD_BUG_ON_ZERO(__builtin_types_compatible_p(typeof(a), typeof(&(a)[0]))))
#define min(x, y) ({ const typeof(x) _x = (x); const typeof(y) _y = (y); (void)(&_x == &_y); _x < _y ? _x : _y; })
#define clamp(v, lo, hi) min((typeof(v))((v) < (lo) ? (lo) : (v)), hi)
#define swap(a, b) do { typeof(a) __tmp = (a); (a) = (b); (b) = __tmp; } while (0)
#define likely(x) __builtin_expect(!!(x), 1)
#define IS_ERR_VALUE(x) ((unsigned long)(void *)(x) >= (unsigned long)-4095)
#define BIT(n) (1UL << (n))
#define GENMASK(h, l) (((~0U) << (l)) & (~0U >> (31 - (h))))
#define __is_constexpr(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
#define list_for_each_entry(pos, head, member) \
  for (pos = container_of((head)->next, typeof(*pos), member); &pos->member != (head); \
       pos = container_of(pos->member.next, typeof(*pos), member))
#define WARN_ON(c) ({ int __r = !!(c); if (__builtin_expect(__r, 0)) printf("warn %d\n", __LINE__); __r; })
struct list_head { struct list_head *next, *prev; };
struct item { int v; struct list_head node; };
static struct list_head head = {&head, &head};
static void add_tail(struct list_head *n, struct list_head *h) {
  n->prev = h->prev, n->next = h;
  h->prev->next = n, h->prev = n;
}
static void *ERR_PTR(long e) { return (void *)e; }
struct ops { int (*open)(int), (*close)(int); };
static int op_open(int x) { return x + 1; }
static const struct ops ops = {.open = op_open};
int main(void) {
  struct item items[] = {{.v = 3}, {.v = 1}, {.v = 2}}, *pos;
  for (size_t i = 0; i < ARRAY_SIZE(items); i++) add_tail(&items[i].node, &head);
  int sum = 0, n = 5;
  list_for_each_entry(pos, &head, node) sum = sum * 10 + pos->v;
  printf("%d %d\n", sum, (int)ARRAY_SIZE(items));
  WRITE_ONCE(n, READ_ONCE(n) + 1);
  int a = 3, b = 9;
  swap(a, b);
  printf("%d %d %d %d\n", n, min(a, b), min(a++, 100), clamp(n, 7, 10));
  printf("%d %d\n", IS_ERR_VALUE(ERR_PTR(-12)), IS_ERR_VALUE(&n));
  printf("%x %x\n", GENMASK(7, 4), (unsigned)BIT(5));
  printf("%d %d\n", __is_constexpr(3 + 4), __is_constexpr(n));
  if (WARN_ON(n != 6) || !likely(n) || WARN_ON(a)) printf("%d\n", ops.close ? 1 : ops.open(n));
  return ({ goto out; 0; });
out:
  return 7;
}
