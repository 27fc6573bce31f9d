/* Characters. Beyond those of ASCII, which class a character belongs to depends
 * on the locale, and which number says yes on the library: neither is an
 * input. */

#include "model.h"

#include <ctype.h>

#define WITHIN(first, last) (character >= (first) && character <= (last))
#define LOWER WITHIN('a', 'z')
#define UPPER WITHIN('A', 'Z')
#define DIGIT WITHIN('0', '9')
#define HEXADECIMAL (DIGIT || WITHIN('a', 'f') || WITHIN('A', 'F'))

/* Other numbers are no characters. */
#define IS_CHARACTER WITHIN(-128, 255)

#define CLASS(function, depends, belongs)                                      \
  int MODEL(function)(int character) {                                         \
    NOT_FOLLOWED();                                                            \
    int result = ANY(int);                                                     \
    ASSUME(IS_CHARACTER && ((depends) || (result != 0) == (belongs)));         \
    return result;                                                             \
  }
#define LOCALE (character < -1 || character > 127)

CLASS(isdigit, 0, DIGIT)
CLASS(isxdigit, 0, HEXADECIMAL)
CLASS(isalpha, LOCALE, LOWER || UPPER)
CLASS(isalnum, LOCALE, LOWER || UPPER || DIGIT)
CLASS(islower, LOCALE, LOWER)
CLASS(isupper, LOCALE, UPPER)
CLASS(isspace, LOCALE, character == ' ' || WITHIN('\t', '\r'))
CLASS(isblank, LOCALE, character == ' ' || character == '\t')
CLASS(iscntrl, LOCALE, WITHIN(0, 31) || character == 127)
CLASS(isprint, LOCALE, WITHIN(32, 126))
CLASS(isgraph, LOCALE, WITHIN(33, 126))
CLASS(ispunct, LOCALE, WITHIN(33, 126) && !(LOWER || UPPER || DIGIT))

int MODEL(tolower)(int character) {
  NOT_FOLLOWED();
  int result = ANY(int);
  ASSUME(IS_CHARACTER);
  if (LOCALE)
    ASSUME(result >= -128 && result <= 255);
  else
    ASSUME(result == (UPPER ? character - 'A' + 'a' : character));
  return result;
}

int MODEL(toupper)(int character) {
  NOT_FOLLOWED();
  int result = ANY(int);
  ASSUME(IS_CHARACTER);
  if (LOCALE)
    ASSUME(result >= -128 && result <= 255);
  else
    ASSUME(result == (LOWER ? character - 'a' + 'A' : character));
  return result;
}
