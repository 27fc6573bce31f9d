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

/* Bytes of a file that the program has written, or put back, are not for the
 * environment to choose. */
#define QUESTION_CONTENTS() __predabs_draw(FILE_CONTENTS)

/* Null, or a file. From one that is written there is nothing to read, and the
 * other way round. */
FILE *MODEL(fopen)(const char *name, const char *mode) {
  SPOIL_IF(FILE_CONTENTS, mode[0] != 'r');
  SPOIL_IF(FILE_WRITES, mode[0] == 'r');
  FILE *file;
  if (ANY(_Bool)) {
    file = NULL;
  } else {
    file = fopen(name, mode);
    ASSUME(file != NULL);
  }
  FAIL_IF(file == NULL);
  SET_ERRNO_IF(file != NULL);
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
  QUESTION_CONTENTS();
  ANSWER_BYTES(buffer, length);
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
  QUESTION_CONTENTS();
  ANSWER_BYTES(buffer, bytes);
  SET_ERRNO();
  return items;
}

size_t MODEL(fwrite)(const void *buffer, size_t size, size_t count,
                     FILE *file) {
  (void)file;
  SPOIL(FILE_CONTENTS);
  size_t items = DRAW(size_t, FILE_WRITES);
  ASSUME(items <= count && (size != 0 || items == 0));
  SHOW_BYTES(buffer, size * count);
  SET_ERRNO();
  return items;
}

#define CHARACTER()                                                            \
  int character = DRAW(int, FILE_CONTENTS);                                    \
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
  SPOIL(FILE_CONTENTS);
  int result = ANY(int);
  ASSUME(result == EOF ||
         (character != EOF && result == (unsigned char)character));
  SET_ERRNO();
  return result;
}

long MODEL(ftell)(FILE *file) {
  (void)file;
  long position;
  if (ANY(_Bool)) {
    position = -1;
  } else {
    position = COMPUTED(long);
    ASSUME(position >= 0);
  }
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
  QUESTION_TEXT(FILE_NAME, name);
  SUCCESS_OR(-1);
}

int MODEL(rename)(const char *from, const char *to) {
  (void)to;
  QUESTION_TEXT(FILE_NAME, from);
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
