// Preloaded into vernam, it makes each sync take SYNC_MS longer, as on a disk that has no cache.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int slowly(long call, int file) {
  const char *milliseconds = getenv("SYNC_MS");
  struct timespec time = {.tv_nsec = (milliseconds ? atol(milliseconds) : 0) * 1000000};
  nanosleep(&time, NULL);
  return (int)syscall(call, file);
}

int fsync(int file) { return slowly(SYS_fsync, file); }

int fdatasync(int file) { return slowly(SYS_fdatasync, file); }
