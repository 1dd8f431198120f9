/* What the C tests share: checks that go on after a failure and are counted, and a room to walk in. */
#ifndef SUREFOOT_TESTS_CAPI_CHECK_H
#define SUREFOOT_TESTS_CAPI_CHECK_H

#include <stdio.h>
#include <string.h>

#include <surefoot/surefoot.h>

static int check_failures = 0;

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      ++check_failures;                                                    \
    }                                                                      \
  } while (0)

/* The status itself is expected. */
#define EXPECT(expected, call)                                                                 \
  do {                                                                                         \
    const sf_status check_got = (call);                                                        \
    if (check_got != (expected)) {                                                             \
      const char *check_message, *check_where;                                                 \
      sf_last_error(&check_message, &check_where);                                             \
      printf("%s:%d: %s gave %s (\"%s\" at \"%s\"), expected %s\n", __FILE__, __LINE__, #call, \
             sf_status_name(check_got), check_message, check_where, sf_status_name(expected)); \
      ++check_failures;                                                                        \
    }                                                                                          \
  } while (0)

#define OK(call) EXPECT(SF_OK, call)

static inline int check_end(const char* what) {
  if (check_failures == 0)
    printf("%s: as expected\n", what);
  else
    printf("%s: %d failures\n", what, check_failures);
  return check_failures != 0;
}

#endif
