// A clock that a test sets forward. Built as a library that is loaded before all others (LD_PRELOAD).
// The file CLOCK_AHEAD holds the seconds that CLOCK_BOOTTIME, the clock of Swift's ContinuousClock, is
// ahead. The other clocks, and with them GLib's timers, go as ever.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  const char *path = getenv("CLOCK_AHEAD");
  FILE *file = result == 0 && clock == CLOCK_BOOTTIME && path ? fopen(path, "r") : NULL;
  if (!file) return result;
  long ahead;
  if (fscanf(file, "%ld", &ahead) == 1) now->tv_sec += ahead;
  fclose(file);
  return result;
}
