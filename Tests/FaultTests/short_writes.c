// Preloaded into vernam, it lets every write do half of what was asked, as a full pipe, a signal or
// a limit may: strace can only claim that, without writing.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

static size_t half(size_t count) { return (count + 1) / 2; }

ssize_t write(int file, const void *bytes, size_t count) {
  return syscall(SYS_write, file, bytes, half(count));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return syscall(SYS_pwrite64, file, bytes, half(count), offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
  return pwrite(file, bytes, count, offset);
}
