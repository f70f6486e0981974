// Preloaded into vernam, it kills the process as it enters a given call of those that write, sync,
// rename or remove, counted over all threads: strace counts for each thread alone. KILL_STEPS is a
// file of 8 bytes with the count so far, and KILL_AT the number of the call, or 0.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static _Atomic long *steps;
static long last;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("KILL_STEPS"), *number = getenv("KILL_AT");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0 || !number) abort();
  void *memory = mmap(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) abort();
  close(file);
  last = atol(number);
  steps = memory;
}

static void step(void) {
  if (steps && atomic_fetch_add(steps, 1) + 1 == last) kill(getpid(), SIGKILL);
}

// The program's threads wake each other by writing to an eventfd, which is no step.
static void step_on(int file) {
  struct stat found;
  if (fstat(file, &found) == 0 && found.st_mode & S_IFMT) step();
}

ssize_t write(int file, const void *bytes, size_t count) {
  step_on(file);
  return syscall(SYS_write, file, bytes, count);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  step_on(file);
  return syscall(SYS_writev, file, parts, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  step();
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
  return pwrite(file, bytes, count, offset);
}

int fsync(int file) {
  step();
  return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  step();
  return syscall(SYS_fdatasync, file);
}

int rename(const char *from, const char *to) {
  step();
  return syscall(SYS_rename, from, to);
}

int unlink(const char *path) {
  step();
  return syscall(SYS_unlink, path);
}

int mkdir(const char *path, mode_t mode) {
  step();
  return syscall(SYS_mkdir, path, mode);
}
