/* What the models of the C library are written with, see docs/models.md. They
 * are lowered and never run, so nothing here needs a body.
 *
 *   MODEL(f)       what stands for calls of f; in it f is f itself, of which no
 *                  more is known than predicates/library/Functions.def says
 *                  and, where all bytes are known, the interpreter does
 *   ANY(type)      any value, as the environment likes
 *   ANY_BYTES(p, n)  the same for n bytes; COMPUTED_BYTES(p, n): of bytes that
 *                  the function computes, see NOT_FOLLOWED
 *   SHOW_BYTES(p, n)  n bytes leave the program, and may come in again
 *   COMPUTED(type) a value that the function computes in a way that is not
 *                  followed: where it matters, nothing is reported
 *   ANSWER(type, family, n)  what the environment answers to the question
 *                  about n: the first time as it likes, and after that the
 *                  same, which is not followed. ANSWER_TEXT: about a string;
 *                  ANSWER_BYTES(p, size): bytes, after QUESTION or
 *                  QUESTION_TEXT
 *   ASK(family, n) as QUESTION, but this one is not remembered
 *   OF(n) { } OF_END  what is chosen in between is up to whoever gave n: an
 *                  input if the program made n itself or knows it, else the
 *                  matter of the caller, or of the function, that it is from
 *   SPOIL(family)  from here on all answers are determined by what the program
 *                  did; SPOIL_IF(family, c): if c may hold; SEED(family, n): if
 *                  n is known, or the second time.
 *                  DRAW(type, family): any value, unless that is so;
 *                  DRAW_SEEDED: nor if the program has just begun and has
 *                  given no seed
 *   CALLBACKS { } CALLBACKS_END  in between functions of the program are
 *                  called, and how often is not for the environment to choose
 *   ASSUME(c)      c holds
 *   SET_ERRNO()    errno may have changed; SET_ERRNO_IF(c): if c holds
 *   FAIL_IF(c)     if c holds errno is the number of an error, which one the
 *                  environment decides; GIVE_ERRNO(n): it is n;
 *                  GIVE_ERRNO_IF(c, n): if c holds
 *   NOT_FOLLOWED() what is any value in this model is really computed from what
 *                  it is given: where it matters, nothing is reported
 */

#ifndef PREDABS_CHECKERS_MODELS_MODEL_H
#define PREDABS_CHECKERS_MODELS_MODEL_H

#include "predabs.h"

#include <stddef.h>

#define MODEL(f) __predabs_model_##f
#define ANY(type) PREDABS_NONDET(type)
#define ASSUME(c) PREDABS_ASSUME(c)

#define ANY_BYTES(p, n) __predabs_any_bytes(p, n)
#define COMPUTED_BYTES(p, n) __predabs_computed_bytes(p, n)
#define COMPUTED(type) (__predabs_computed(), ANY(type))
#define QUESTION(family, n) __predabs_question(family, (unsigned long)(n))
#define QUESTION_TEXT(family, text) __predabs_question_text(family, text)
#define ANSWER(type, family, n) (QUESTION(family, n), ANY(type))
#define ANSWER_TEXT(type, family, text) (QUESTION_TEXT(family, text), ANY(type))
#define ANSWER_BYTES(p, n) __predabs_answer_bytes(p, n)
#define ASK(family, n) __predabs_ask(family, (unsigned long)(n))
#define OF(n) __predabs_of_begin((unsigned long)(n))
#define OF_END __predabs_of_end()
#define SPOIL(family) __predabs_spoil(family)
#define SPOIL_IF(family, c) __predabs_spoil_if(family, c)
#define SEED(family, n) __predabs_seed(family, n)
#define DRAW(type, family) (__predabs_draw(family), ANY(type))
#define DRAW_SEEDED(type, family) (__predabs_draw_seeded(family), ANY(type))
#define CALLBACKS __predabs_callbacks_begin();
#define CALLBACKS_END __predabs_callbacks_end();
#define FAIL_IF(c) __predabs_fail_errno(c)
#define GIVE_ERRNO(n) __predabs_give_errno(n)
#define GIVE_ERRNO_IF(c, n) __predabs_give_errno_if(c, n)
#define SET_ERRNO() __predabs_set_errno(1)
#define SET_ERRNO_IF(c) __predabs_set_errno(c)
#define NOT_FOLLOWED() __predabs_not_followed()

#define SHOW_BYTES(p, n) __predabs_shown_bytes(p, n)

void __predabs_shown_bytes(const void *p, size_t size);

/* What questions are about. */
enum {
  ENVIRONMENT_VARIABLE,
  DESCRIPTOR_NUMBER,
  TERMINAL,
  FILE_STATUS,
  FILE_STATUS_BYTES,
  LINK_STATUS,
  LINK_STATUS_BYTES,
  DESCRIPTOR_STATUS,
  DESCRIPTOR_STATUS_BYTES,
  FILE_ACCESS,
  FILE_NAME,
  CLOSED_DESCRIPTOR,
  PARENT,
  USER,
  EFFECTIVE_USER,
  GROUP,
  EFFECTIVE_GROUP,
  RANDOM_NUMBERS,
  FILE_CONTENTS,
  DESCRIPTOR_CONTENTS,
  DESCRIPTOR_WRITES,
  FILE_WRITES,
};

void __predabs_any_bytes(void *p, size_t size);
void __predabs_computed_bytes(void *p, size_t size);
void __predabs_set_errno(_Bool may_change);
void __predabs_fail_errno(_Bool fails);
void __predabs_give_errno(int error);
void __predabs_give_errno_if(_Bool is_given, int error);
void __predabs_not_followed(void);
void __predabs_computed(void);
void __predabs_question(int family, unsigned long about);
void __predabs_question_text(int family, const char *text);
void __predabs_answer_bytes(void *p, size_t size);
void __predabs_draw(int family);
void __predabs_draw_seeded(int family);
void __predabs_spoil(int family);
void __predabs_spoil_if(int family, _Bool is_spoilt);
void __predabs_ask(int family, unsigned long about);
void __predabs_of_begin(unsigned long owned);
void __predabs_of_end(void);
void __predabs_seed(int family, unsigned seed);
void __predabs_callbacks_begin(void);
void __predabs_callbacks_end(void);

#endif
