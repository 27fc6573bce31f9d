/* Bytes and strings. What they do is in the memory that they are given, so a
 * model says no more than holds for all of it: the interpreter does the rest.
 * None of them sets errno. */

#include "model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* No object is larger than PTRDIFF_MAX. */
size_t MODEL(strlen)(const char *text) {
  size_t length = strlen(text);
  ASSUME(length < PTRDIFF_MAX);
  return length;
}

size_t MODEL(strnlen)(const char *text, size_t limit) {
  size_t length = strnlen(text, limit);
  ASSUME(length <= limit);
  return length;
}

int MODEL(strcmp)(const char *a, const char *b) {
  int order = strcmp(a, b);
  ASSUME(a != b || order == 0);
  return order;
}

int MODEL(strncmp)(const char *a, const char *b, size_t limit) {
  int order = strncmp(a, b, limit);
  ASSUME((a != b && limit != 0) || order == 0);
  return order;
}

int MODEL(memcmp)(const void *a, const void *b, size_t size) {
  int order = memcmp(a, b, size);
  ASSUME((a != b && size != 0) || order == 0);
  return order;
}

/* Null, or somewhere in the string. */
char *MODEL(strchr)(const char *text, int character) {
  char *found = strchr(text, character);
  ASSUME(found == NULL || (found >= text && found - text >= 0));
  return found;
}

char *MODEL(strrchr)(const char *text, int character) {
  char *found = strrchr(text, character);
  ASSUME(found == NULL || (found >= text && found - text >= 0));
  return found;
}

char *MODEL(strstr)(const char *text, const char *part) {
  char *found = strstr(text, part);
  ASSUME(found == NULL || (found >= text && found - text >= 0));
  return found;
}

void *MODEL(memchr)(const void *bytes, int byte, size_t size) {
  void *found = memchr(bytes, byte, size);
  ASSUME(found == NULL || ((const char *)found >= (const char *)bytes &&
                           (size_t)((char *)found - (char *)bytes) < size));
  return found;
}

/* These give back where they write. */
char *MODEL(strcpy)(char *to, const char *from) {
  strcpy(to, from);
  return to;
}

char *MODEL(strncpy)(char *to, const char *from, size_t size) {
  strncpy(to, from, size);
  return to;
}

char *MODEL(strcat)(char *to, const char *from) {
  strcat(to, from);
  return to;
}

char *MODEL(strncat)(char *to, const char *from, size_t size) {
  strncat(to, from, size);
  return to;
}

void *MODEL(memcpy)(void *to, const void *from, size_t size) {
  memcpy(to, from, size);
  return to;
}

void *MODEL(memmove)(void *to, const void *from, size_t size) {
  memmove(to, from, size);
  return to;
}

void *MODEL(memset)(void *to, int byte, size_t size) {
  memset(to, byte, size);
  return to;
}

/* And these where they end, or nothing. */
char *MODEL(stpcpy)(char *to, const char *from) {
  size_t length = strlen(from);
  strcpy(to, from);
  return to + length;
}

char *MODEL(stpncpy)(char *to, const char *from, size_t size) {
  size_t length = strnlen(from, size);
  strncpy(to, from, size);
  return to + length;
}

void *MODEL(mempcpy)(void *to, const void *from, size_t size) {
  memcpy(to, from, size);
  return (char *)to + size;
}

void MODEL(bzero)(void *to, size_t size) { memset(to, 0, size); }
void MODEL(explicit_bzero)(void *to, size_t size) { memset(to, 0, size); }
void MODEL(bcopy)(const void *from, void *to, size_t size) {
  memmove(to, from, size);
}

int MODEL(bcmp)(const void *a, const void *b, size_t size) {
  int order = memcmp(a, b, size);
  ASSUME((a != b && size != 0) || order == 0);
  return order;
}

char *MODEL(index)(const char *text, int character) {
  char *found = strchr(text, character);
  ASSUME(found == NULL || (found >= text && found - text >= 0));
  return found;
}

char *MODEL(rindex)(const char *text, int character) {
  char *found = strrchr(text, character);
  ASSUME(found == NULL || (found >= text && found - text >= 0));
  return found;
}

char *MODEL(strchrnul)(const char *text, int character) {
  char *found = strchr(text, character);
  ASSUME(found == NULL || (found >= text && found - text >= 0));
  return found ? found : (char *)text + strlen(text);
}

size_t MODEL(strspn)(const char *text, const char *of) {
  size_t length = strspn(text, of);
  ASSUME(length < PTRDIFF_MAX);
  return length;
}

size_t MODEL(strcspn)(const char *text, const char *of) {
  size_t length = strcspn(text, of);
  ASSUME(length < PTRDIFF_MAX);
  return length;
}

char *MODEL(strpbrk)(const char *text, const char *of) {
  char *found = strpbrk(text, of);
  ASSUME(found == NULL || (found >= text && found - text >= 0));
  return found;
}

void *MODEL(memccpy)(void *to, const void *from, int byte, size_t size) {
  const char *found = memchr(from, byte, size);
  if (found)
    size = (size_t)(found - (const char *)from) + 1;
  memcpy(to, from, size);
  return found ? (char *)to + size : NULL;
}

/* Found somewhere in the first argument, or not. */
#define FIND(text)                                                             \
  NOT_FOLLOWED();                                                              \
  size_t at = ANY(size_t);                                                     \
  ASSUME(at < PTRDIFF_MAX);                                                    \
  return ANY(_Bool) ? NULL : (char *)(text) + at

char *MODEL(strcasestr)(const char *text, const char *part) {
  (void)part;
  FIND(text);
}
void *MODEL(memmem)(const void *bytes, size_t size, const void *part,
                    size_t part_size) {
  (void)size, (void)part, (void)part_size;
  FIND(bytes);
}
void *MODEL(memrchr)(const void *bytes, int byte, size_t size) {
  (void)byte, (void)size;
  FIND(bytes);
}

/* Orders that depend on letters or on the locale. */
int MODEL(strcoll)(const char *a, const char *b) {
  NOT_FOLLOWED();
  (void)a, (void)b;
  return ANY(int);
}
int MODEL(strcasecmp)(const char *a, const char *b) {
  NOT_FOLLOWED();
  int order = ANY(int);
  ASSUME(a != b || order == 0);
  return order;
}
int MODEL(strncasecmp)(const char *a, const char *b, size_t limit) {
  NOT_FOLLOWED();
  int order = ANY(int);
  ASSUME((a != b && limit != 0) || order == 0);
  return order;
}

/* A text that belongs to others. */
char *MODEL(strerror)(int error) {
  char *text = strerror(error);
  ASSUME(text != NULL);
  return text;
}
