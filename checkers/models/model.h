/* What the models of the C library are written with, see docs/models.md. They
 * are lowered and never run, so nothing here needs a body.
 *
 *   MODEL(f)       what stands for calls of f; in it f is f itself, of which no
 *                  more is known than predicates/alias/Library.def says and,
 *                  where all bytes are known, the interpreter does
 *   ANY(type)      any value, as the environment likes
 *   ANY_BYTES(p, n)  the same for n bytes; COMPUTED_BYTES(p, n): of bytes that
 *                  the function computes, see NOT_FOLLOWED
 *   ASSUME(c)      c holds
 *   SET_ERRNO()    errno may have changed; SET_ERRNO_IF(c): if c holds
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
#define SET_ERRNO() __predabs_set_errno(1)
#define SET_ERRNO_IF(c) __predabs_set_errno(c)
#define NOT_FOLLOWED() __predabs_not_followed()

void __predabs_any_bytes(void *p, size_t size);
void __predabs_computed_bytes(void *p, size_t size);
void __predabs_set_errno(_Bool may_change);
void __predabs_not_followed(void);

#endif
