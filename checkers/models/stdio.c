/* Files. A FILE belongs to others, and what is read from it may be anything. A
 * model that gives bytes gives as many as it says: a buffer may be smaller than
 * what was asked for. Success may change errno too, as the buffers of a file
 * are made when it is first used. */

#include "model.h"

#include <stdint.h>
#include <stdio.h>

#define SUCCESS_OR(failure)                                                    \
  int result = ANY(int);                                                       \
  ASSUME(result == 0 || result == (failure));                                  \
  SET_ERRNO();                                                                 \
  return result

/* Null, or a file. */
FILE *MODEL(fopen)(const char *name, const char *mode) {
  FILE *file;
  if (ANY(_Bool)) {
    file = NULL;
  } else {
    file = fopen(name, mode);
    ASSUME(file != NULL);
  }
  SET_ERRNO();
  return file;
}

int MODEL(fclose)(FILE *file) {
  (void)file;
  SUCCESS_OR(EOF);
}
int MODEL(fflush)(FILE *file) {
  (void)file;
  SUCCESS_OR(EOF);
}

/* What is in the buffer after an error nobody knows. */
char *MODEL(fgets)(char *buffer, int size, FILE *file) {
  (void)file;
  char *result;
  size_t length = ANY(size_t);
  ASSUME(size > 0 ? length < (size_t)size : length == 0);
  ANY_BYTES(buffer, length);
  SET_ERRNO();
  if (ANY(_Bool)) {
    result = NULL;
  } else {
    ASSUME(size > 0);
    buffer[length] = 0;
    result = buffer;
  }
  return result;
}

/* An item may be there in part. */
size_t MODEL(fread)(void *buffer, size_t size, size_t count, FILE *file) {
  (void)file;
  size_t items = ANY(size_t), bytes = ANY(size_t);
  ASSUME(items <= count && (size != 0 || items == 0));
  ASSUME(bytes <= size * count);
  ANY_BYTES(buffer, bytes);
  SET_ERRNO();
  return items;
}

size_t MODEL(fwrite)(const void *buffer, size_t size, size_t count,
                     FILE *file) {
  (void)buffer, (void)file;
  size_t items = ANY(size_t);
  ASSUME(items <= count && (size != 0 || items == 0));
  SET_ERRNO();
  return items;
}

#define CHARACTER()                                                            \
  int character = ANY(int);                                                    \
  ASSUME(character == EOF || (character >= 0 && character <= UINT8_MAX));      \
  SET_ERRNO();                                                                 \
  return character

#undef getc
#undef getchar
int MODEL(getc)(FILE *file) {
  (void)file;
  CHARACTER();
}
int MODEL(fgetc)(FILE *file) {
  (void)file;
  CHARACTER();
}
int MODEL(getchar)(void) { CHARACTER(); }

/* The character that was given, or EOF. */
int MODEL(ungetc)(int character, FILE *file) {
  (void)file;
  int result = ANY(int);
  ASSUME(result == EOF ||
         (character != EOF && result == (unsigned char)character));
  SET_ERRNO();
  return result;
}

long MODEL(ftell)(FILE *file) {
  (void)file;
  long position = ANY(long);
  ASSUME(position >= -1);
  SET_ERRNO();
  return position;
}

int MODEL(fseek)(FILE *file, long offset, int from) {
  (void)file, (void)offset, (void)from;
  SUCCESS_OR(-1);
}

int MODEL(fileno)(FILE *file) {
  NOT_FOLLOWED();
  (void)file;
  int number = ANY(int);
  ASSUME(number >= -1);
  SET_ERRNO();
  return number;
}

int MODEL(remove)(const char *name) {
  (void)name;
  SUCCESS_OR(-1);
}

int MODEL(rename)(const char *from, const char *to) {
  (void)from, (void)to;
  SUCCESS_OR(-1);
}

/* What is returned after an error is negative, and no more is said of it. */
int MODEL(snprintf)(char *buffer, size_t size, const char *format, ...) {
  int length = snprintf(buffer, size, format);
  SET_ERRNO();
  return length;
}

int MODEL(sprintf)(char *buffer, const char *format, ...) {
  int length = sprintf(buffer, format);
  SET_ERRNO();
  return length;
}
