// Says where the main thread of a window was kept from its events, and for how long.
// Built as a library that is loaded before all others (LD_PRELOAD); it needs no change in the program.
// GLib's main loop waits for events in poll or ppoll. Whatever it does between two waits keeps the
// next event waiting: if that takes LIMIT_MS, the main thread's stack is written to WATCHDOG_LOG.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_MS = 50, CHECK_MS = 5, MOST_FRAMES = 100 };

static pthread_t main_thread;
static int log_file = -1;
// When the main thread last returned from waiting, in ns; 0 while it waits.
static _Atomic int64_t busy_since;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void write_stack(int signal) {
  if (busy_since == 0) return;  // It has come too late.
  int kept = errno;
  void *frames[MOST_FRAMES];
  int count = backtrace(frames, MOST_FRAMES);
  backtrace_symbols_fd(frames, count, log_file);
  errno = kept;
}

static void *watch(void *unused) {
  int64_t reported = 0;
  for (;;) {
    usleep(CHECK_MS * 1000);
    int64_t since = busy_since;
    if (since == 0 || since == reported || now() - since < LIMIT_MS * INT64_C(1000000)) continue;
    reported = since;
    pthread_kill(main_thread, SIGURG);
  }
  return unused;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("WATCHDOG_LOG");
  if (!path) return;
  log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // Programs that the window starts are not watched.
  unsetenv("LD_PRELOAD");
  unsetenv("WATCHDOG_LOG");
  busy_since = now();
  void *frame;
  backtrace(&frame, 1);  // Loads what it needs, which a signal handler must not.
  main_thread = pthread_self();
  struct sigaction action = {.sa_handler = write_stack, .sa_flags = SA_RESTART};
  sigaction(SIGURG, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, watch, NULL);
}

// Whether it is GLib's main loop that waits, in the main thread.
static int is_main_loop(void *caller) {
  Dl_info info;
  return log_file >= 0 && pthread_equal(pthread_self(), main_thread) && dladdr(caller, &info) &&
         strstr(info.dli_fname, "libglib-2.0");
}

static void begin_wait(void) {
  int64_t since = busy_since, time = since ? now() - since : 0;
  if (time >= LIMIT_MS * INT64_C(1000000)) dprintf(log_file, "blocked for %ld ms\n", (long)(time / 1000000));
  busy_since = 0;
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
  static int (*real)(struct pollfd *, nfds_t, int);
  if (!real) real = dlsym(RTLD_NEXT, "poll");
  int is_loop = is_main_loop(__builtin_return_address(0));
  if (is_loop) begin_wait();
  int result = real(files, count, timeout);
  if (is_loop) busy_since = now();
  return result;
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  static int (*real)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  if (!real) real = dlsym(RTLD_NEXT, "ppoll");
  int is_loop = is_main_loop(__builtin_return_address(0));
  if (is_loop) begin_wait();
  int result = real(files, count, timeout, mask);
  if (is_loop) busy_since = now();
  return result;
}
