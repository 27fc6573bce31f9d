/* What to tell PredAbs in C and C++:
 *
 *   PREDABS_ASSERT(c)     c has to hold here
 *   PREDABS_ASSUME(c)     only executions in which c holds here matter
 *   PREDABS_NONDET(type)  any value of that type; at run time the zero of it
 *
 *   int n = PREDABS_NONDET(int);
 *   PREDABS_ASSUME(n >= 0);
 *   PREDABS_ASSERT(n + 1 > 0);
 *
 * None of them makes code, with PredAbs or without it, under any compiler: the
 * conditions are operands of sizeof, which are compiled but not evaluated.
 * PredAbs finds them in the syntax tree. So a condition may call functions, but
 * should not change anything, and in a lambda it sees only what is captured.
 *
 * See docs/checkers/assert.md. */

#ifndef PREDABS_H
#define PREDABS_H

#if defined(__GNUC__)
#define PREDABS_EXTENSION_ __extension__
#else
#define PREDABS_EXTENSION_
#endif

#ifdef __cplusplus

/* These are never defined and never called. */
extern "C" {
char predabs_assert_(bool Holds, const char *Text);
char predabs_assume_(bool Holds);
char predabs_nondet_();
}

#if __cplusplus >= 201103L
template <class T> using predabs_type_ = T;
#define PREDABS_NONDET(...)                                                    \
  ((void)sizeof(predabs_nondet_()), predabs_type_<__VA_ARGS__>())
#endif
#define PREDABS_ASSERT(...)                                                    \
  ((void)sizeof(predabs_assert_((__VA_ARGS__) ? true : false, #__VA_ARGS__)))
#define PREDABS_ASSUME(...)                                                    \
  ((void)sizeof(predabs_assume_((__VA_ARGS__) ? true : false)))

#else

char predabs_assert_(_Bool Holds, const char *Text);
char predabs_assume_(_Bool Holds);
char predabs_nondet_(void);

#define PREDABS_NONDET(type)                                                   \
  (PREDABS_EXTENSION_((void)sizeof(predabs_nondet_()), (type){0}))
#define PREDABS_ASSERT(...)                                                    \
  ((void)sizeof(predabs_assert_((__VA_ARGS__) ? 1 : 0, #__VA_ARGS__)))
#define PREDABS_ASSUME(...)                                                    \
  ((void)sizeof(predabs_assume_((__VA_ARGS__) ? 1 : 0)))

#endif

#endif
