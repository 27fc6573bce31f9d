/* Numbers. */

#include "model.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

int MODEL(abs)(int n) { return n < 0 ? -n : n; }
long MODEL(labs)(long n) { return n < 0 ? -n : n; }
long long MODEL(llabs)(long long n) { return n < 0 ? -n : n; }

int MODEL(rand)(void) {
  int n = DRAW_SEEDED(int, RANDOM_NUMBERS);
  ASSUME(n >= 0 && n <= RAND_MAX);
  return n;
}

long MODEL(random)(void) {
  long n = DRAW_SEEDED(long, RANDOM_NUMBERS);
  ASSUME(n >= 0 && n <= 0x7fffffff);
  return n;
}

/* The same seed gives the same numbers. */
void MODEL(srand)(unsigned seed) { SEED(RANDOM_NUMBERS, seed); }
void MODEL(srandom)(unsigned seed) { SEED(RANDOM_NUMBERS, seed); }

int MODEL(ffs)(int n) { return n ? __builtin_ctz((unsigned)n) + 1 : 0; }
int MODEL(ffsl)(long n) { return n ? __builtin_ctzl((unsigned long)n) + 1 : 0; }
int MODEL(ffsll)(long long n) {
  return n ? __builtin_ctzll((unsigned long long)n) + 1 : 0;
}

#define DIVIDE(function, type, result)                                         \
  result MODEL(function)(type n, type by) {                                    \
    result parts;                                                              \
    parts.quot = n / by;                                                       \
    parts.rem = n % by;                                                        \
    return parts;                                                              \
  }
DIVIDE(div, int, div_t)
DIVIDE(ldiv, long, ldiv_t)
DIVIDE(lldiv, long long, lldiv_t)
DIVIDE(imaxdiv, intmax_t, imaxdiv_t)
intmax_t MODEL(imaxabs)(intmax_t n) { return n < 0 ? -n : n; }

#undef htons
#undef ntohs
#undef htonl
#undef ntohl
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SWAP16(n) __builtin_bswap16(n)
#define SWAP32(n) __builtin_bswap32(n)
#else
#define SWAP16(n) (n)
#define SWAP32(n) (n)
#endif
uint16_t MODEL(htons)(uint16_t n) { return SWAP16(n); }
uint16_t MODEL(ntohs)(uint16_t n) { return SWAP16(n); }
uint32_t MODEL(htonl)(uint32_t n) { return SWAP32(n); }
uint32_t MODEL(ntohl)(uint32_t n) { return SWAP32(n); }

int MODEL(atoi)(const char *text) { return atoi(text); }
long MODEL(atol)(const char *text) { return atol(text); }
long long MODEL(atoll)(const char *text) { return atoll(text); }

extern int __predabs_errno; /* see process.c */

/* Success leaves errno as it is. Whether it is an error that there is no number
 * depends on the text and on the library. */
#define STRTOX(function, type, smallest, largest)                              \
  type MODEL(function)(const char *text, char **end, int base) {               \
    type number = function(text, end, base);                                   \
    int error;                                                                 \
    COMPUTED_BYTES(&error, sizeof error);                                      \
    __predabs_errno = number == 0 ? error : __predabs_errno;                   \
    SET_ERRNO_IF(number == smallest || number == largest || base < 0 ||        \
                 base == 1 || base > 36);                                      \
    return number;                                                             \
  }

STRTOX(strtol, long, LONG_MIN, LONG_MAX)
STRTOX(strtoll, long long, LLONG_MIN, LLONG_MAX)
STRTOX(strtoul, unsigned long, ULONG_MAX, ULONG_MAX)
STRTOX(strtoull, unsigned long long, ULLONG_MAX, ULLONG_MAX)

/* Computed from their arguments alone. */
#define PURE1(function, type, of)                                              \
  type MODEL(function)(of x) {                                                 \
    NOT_FOLLOWED();                                                            \
    (void)x;                                                                   \
    SET_ERRNO();                                                               \
    return ANY(type);                                                          \
  }
#define PURE2(function, type)                                                  \
  type MODEL(function)(type x, type y) {                                       \
    NOT_FOLLOWED();                                                            \
    (void)x, (void)y;                                                          \
    SET_ERRNO();                                                               \
    return ANY(type);                                                          \
  }
#define REAL1(function)                                                        \
  PURE1(function, double, double)                                              \
  PURE1(function##f, float, float)
#define REAL2(function)                                                        \
  PURE2(function, double)                                                      \
  PURE2(function##f, float)

REAL1(sin)
REAL1(cos)
REAL1(tan)
REAL1(asin)
REAL1(acos)
REAL1(atan)
REAL1(sinh)
REAL1(cosh)
REAL1(tanh)
REAL1(exp)
REAL1(exp2)
REAL1(log)
REAL1(log2)
REAL1(log10)
REAL1(cbrt)
REAL1(rint)
REAL2(pow)
REAL2(atan2)
REAL2(hypot)
PURE1(lround, long, double)
PURE1(lrint, long, double)
