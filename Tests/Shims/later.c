// A clock that leaps: from when the file `LATER` exists, it is `SECONDS` later, and no wait until a time takes longer.
#include "shim.h"
#include <pthread.h>
#include <time.h>

static long leap(clockid_t clock) {
  if (clock != CLOCK_BOOTTIME && clock != CLOCK_MONOTONIC) return 0;
  return exists("LATER") ? atoi(getenv("SECONDS")) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int status = ORIGINAL(clock_gettime)(clock, time);
  if (status == 0) time->tv_sec += leap(clock);
  return status;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  struct timespec until = *time;
  if (flags & TIMER_ABSTIME) until.tv_sec -= leap(clock);
  return ORIGINAL(clock_nanosleep)(clock, flags, &until, left);
}

int pthread_cond_timedwait(pthread_cond_t *signal, pthread_mutex_t *mutex, const struct timespec *time) {
  struct timespec until = *time;
  until.tv_sec -= leap(CLOCK_MONOTONIC);
  return ORIGINAL(pthread_cond_timedwait)(signal, mutex, &until);
}
