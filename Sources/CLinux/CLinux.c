#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <linux/videodev2.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

int linux_open(const char *path, int flags, unsigned mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

int linux_reopen_direct(int descriptor, int access) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return open(path, access | O_DIRECT | O_CLOEXEC);
}

int linux_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int linux_close_other_descriptors(posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
}

int linux_open_unnamed(const char *directory) {
  int descriptor = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  // Its name comes by way of /proc.
  if (descriptor < 0 || access(path, F_OK) == 0) return descriptor;
  close(descriptor);
  errno = EOPNOTSUPP;
  return -1;
}

int linux_name(int descriptor, const char *new_path) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, path, AT_FDCWD, new_path, AT_SYMLINK_FOLLOW);
}

int linux_rename_to_new(const char *path, const char *new_path) {
  if (renameat2(AT_FDCWD, path, AT_FDCWD, new_path, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  return link(path, new_path) == 0 ? unlink(path) : -1;
}

/// No file is that long. Locks may lie past the end of a file.
static const off_t past_content = (off_t)1 << 62;

static int set_lock(int descriptor, short type, off_t start, off_t length) {
  struct flock lock = {
    .l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int linux_lock_shared(int descriptor) {
  return set_lock(descriptor, F_RDLCK, 0, past_content);
}
int linux_lock_exclusive(int descriptor) {
  return set_lock(descriptor, F_WRLCK, 0, past_content);
}
int linux_lock_number(int descriptor, uint32_t number) {
  return set_lock(descriptor, F_WRLCK, past_content + number, 1);
}

int linux_disable_copy_on_write(int descriptor) {
  int flags = 0;
  if (ioctl(descriptor, FS_IOC_GETFLAGS, &flags) != 0) return -1;
  flags |= FS_NOCOW_FL;
  return ioctl(descriptor, FS_IOC_SETFLAGS, &flags);
}

int linux_copy_on_write_disabled(int descriptor) {
  int flags = 0;
  if (ioctl(descriptor, FS_IOC_GETFLAGS, &flags) != 0) return -1;
  return (flags & FS_NOCOW_FL) != 0;
}

static int attributes(int descriptor, const char *path, int flags, struct linux_attributes *result) {
  struct statx found;
  if (statx(descriptor, path, flags, STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return -1;
  *result = (struct linux_attributes){
      .device = ((uint64_t)found.stx_dev_major << 32) | found.stx_dev_minor,
      .inode = found.stx_ino,
      .size = found.stx_size,
      .birth_seconds = found.stx_btime.tv_sec,
      .birth_nanoseconds = found.stx_btime.tv_nsec,
      .mode = found.stx_mode,
      .owner = found.stx_uid,
      .links = found.stx_nlink,
      .has_birth = (found.stx_mask & STATX_BTIME) != 0,
  };
  return 0;
}

int linux_attributes_of(int descriptor, struct linux_attributes *result) {
  return attributes(descriptor, "", AT_EMPTY_PATH, result);
}

int linux_attributes_at(const char *path, struct linux_attributes *result) {
  return attributes(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, result);
}

uint64_t linux_file_system_type(int descriptor) {
  struct statfs found;
  return fstatfs(descriptor, &found) == 0 ? (uint64_t)found.f_type : 0;
}

uint64_t linux_file_system_id(int descriptor) {
  struct statfs found;
  if (fstatfs(descriptor, &found) != 0) return 0;
  return (uint64_t)(uint32_t)found.f_fsid.__val[0] << 32 | (uint32_t)found.f_fsid.__val[1];
}

uint64_t linux_free_bytes(const char *path) {
  struct statvfs found;
  return statvfs(path, &found) == 0 ? (uint64_t)found.f_bavail * found.f_frsize : UINT64_MAX;
}

int linux_forbid_core_dumps(void) {
  const struct rlimit none = {0, 0};
  const int limited = setrlimit(RLIMIT_CORE, &none);
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && limited == 0 ? 0 : -1;
}

int linux_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0; }

#if defined __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

int linux_confine(void) {
#ifdef OWN_ARCHITECTURE
#define UNLESS(value, then) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0), BPF_STMT(BPF_RET | BPF_K, then)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      UNLESS(OWN_ARCHITECTURE, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(read),
      ALLOW(write),
      // What memory needs.
      ALLOW(brk),
      ALLOW(mmap),
      ALLOW(munmap),
      ALLOW(mremap),
      ALLOW(madvise),
      ALLOW(futex),
      ALLOW(exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  const struct rlimit memory = {1 << 30, 1 << 30}, seconds = {3600, 3600};
  if (setrlimit(RLIMIT_AS, &memory) != 0 || setrlimit(RLIMIT_CPU, &seconds) != 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
#else
  errno = ENOSYS;
  return -1;
#endif
}

void *linux_map_secret(size_t length, bool *locked) {
  void *pages = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  madvise(pages, length, MADV_DONTDUMP);
  madvise(pages, length, MADV_WIPEONFORK);
  *locked = mlock(pages, length) == 0;
  return pages;
}

void linux_unmap_secret(void *pages, size_t length) {
  explicit_bzero(pages, length);
  munmap(pages, length);
}

void linux_wipe(void *bytes, size_t length) { explicit_bzero(bytes, length); }

int linux_random(void *bytes, size_t length) {
  unsigned char *next = bytes;
  while (length > 0) {
    const ssize_t got = getrandom(next, length, 0);
    if (got < 0 && errno != EINTR) return -1;
    if (got > 0) {
      next += got;
      length -= (size_t)got;
    }
  }
  return 0;
}

unsigned linux_column_width(uint32_t character) {
  // glibc has this locale built in.
  static locale_t locale;
  if (!locale) locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
  const locale_t before = uselocale(locale);
  const int width = wcwidth((wchar_t)character);
  uselocale(before);
  return width < 0 ? 1 : (unsigned)width;
}

unsigned linux_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

unsigned linux_terminal_rows(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

// Several threads read it and a signal handler writes it, so it must be lock-free.
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "signal handlers need lock-free integers");
static atomic_int caught_signal;

/// A terminal that stays silent while a key is computed, or -1.
static atomic_int silent_terminal = -1;

static void catch_signal(int number) {
  const int reason = errno;
  caught_signal = number;
  // While a key is computed, nobody looks whether a signal came.
  linux_restore_echo();
  errno = reason;
}

/// Callers of linux_catch_ending_signals that have not released yet; at zero the signals end the
/// program again.
static atomic_int catchers;

/// Ignored signals stay ignored, as nohup(1) and shells set them for background jobs.
static void handle_ending_signals(const struct sigaction *handling) {
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction present;
    if (sigaction(numbers[i], NULL, &present) == 0 && present.sa_handler != SIG_IGN)
      sigaction(numbers[i], handling, NULL);
  }
}

void linux_catch_ending_signals(void) {
  if (catchers++ > 0) return;
  const struct sigaction catching = {.sa_handler = catch_signal, .sa_flags = SA_RESETHAND};
  handle_ending_signals(&catching);
}

/// Worker threads block signals: one raised there would only stay pending.
static void raise_caught_signal(void) {
  const int number = caught_signal;
  // It may only stop the program for a while, or be caught by an earlier handler.
  caught_signal = 0;
  sigset_t caught;
  sigemptyset(&caught);
  sigaddset(&caught, number);
  pthread_sigmask(SIG_UNBLOCK, &caught, NULL);
  raise(number);
}

void linux_obey_ending_signals(void) {
  // Swift's own handler for QUIT would start to print a backtrace.
  const struct sigaction usual = {.sa_handler = SIG_DFL};
  handle_ending_signals(&usual);
}

void linux_release_ending_signals(void) {
  if (--catchers > 0) return;
  linux_obey_ending_signals();
  if (caught_signal) raise_caught_signal();
}

void linux_forget_ending_signal(void) { caught_signal = 0; }

int linux_caught_signal(void) { return caught_signal; }

int linux_caught_ending_signal(void) {
  const int number = caught_signal;
  // While keys are read, those that only stop the program for a while are caught, too.
  const bool stops = number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
  return catchers > 0 && !stops ? number : 0;
}

void linux_hold_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++)
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      // This is the lowest free number.
      (void)!open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
}

void linux_ignore_write_signals(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

/// Whether a signal can come from outside and, unless it is handled, ends or stops a program. The
/// others do nothing, cannot be caught, or say that the program itself is broken and cannot go on.
static bool ends_or_stops(int number) {
  switch (number) {
  case SIGKILL:
  case SIGSTOP:
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH:
  case SIGILL:
  case SIGTRAP:
  case SIGBUS:
  case SIGFPE:
  case SIGSEGV:
    return false;
  default:
    // The C library reserves two for itself before SIGRTMIN.
    return number <= SIGSYS || (number >= SIGRTMIN && number <= SIGRTMAX);
  }
}

static struct sigaction handlers[_NSIG];

static void catch_all_signals(void) {
  const struct sigaction catching = {.sa_handler = catch_signal};
  caught_signal = 0;
  for (int number = 1; number < _NSIG; number++) {
    if (!ends_or_stops(number)) continue;
    sigaction(number, &catching, &handlers[number]);
    if (handlers[number].sa_handler == SIG_IGN) sigaction(number, &handlers[number], NULL);
  }
}

/// In the background, setting the terminal then waits until the program is brought back.
static void let_terminal_stop(void) {
  sigaction(SIGTTIN, &handlers[SIGTTIN], NULL);
  sigaction(SIGTTOU, &handlers[SIGTTOU], NULL);
}

/// Returns whether one was caught.
static bool release_all_signals(void) {
  for (int number = 1; number < _NSIG; number++)
    if (ends_or_stops(number)) sigaction(number, &handlers[number], NULL);
  if (!caught_signal) return false;
  // Swift's runtime would start to print a backtrace.
  if (caught_signal == SIGQUIT || caught_signal == SIGABRT) signal(caught_signal, SIG_DFL);
  raise_caught_signal();
  return true;
}

static struct termios mode_before;

bool linux_restore_echo(void) {
  const int terminal = atomic_exchange(&silent_terminal, -1);
  if (terminal < 0) return false;
  tcsetattr(terminal, TCSAFLUSH, &mode_before);
  close(terminal);
  return release_all_signals();
}

static void restore_echo_at_exit(void) { (void)linux_restore_echo(); }

int linux_begin_keys(int terminal, bool drops_typed, bool keeps_returns) {
  (void)linux_restore_echo();
  if (tcgetattr(terminal, &mode_before) != 0) return -1;
  struct termios single = mode_before;
  single.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN | ISIG);
  single.c_iflag &= ~(tcflag_t)IXON;
  if (keeps_returns) single.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR);
  single.c_cc[VMIN] = 1;
  single.c_cc[VTIME] = 0;
  int reason;
  do {
    catch_all_signals();
    if (tcsetattr(terminal, drops_typed ? TCSAFLUSH : TCSADRAIN, &single) == 0) return 0;
    reason = errno;
    // In the background the program stops here, and goes on once it is brought back.
  } while (release_all_signals() && reason == EINTR);
  errno = reason;
  return -1;
}

bool linux_raise_key_signal(unsigned char key) {
  static const struct {
    int place, signal;
  } signals[] = {{VINTR, SIGINT}, {VQUIT, SIGQUIT}, {VSUSP, SIGTSTP}};
  if (key == _POSIX_VDISABLE || !(mode_before.c_lflag & ISIG)) return false;
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    if (mode_before.c_cc[signals[index].place] == key)
      return kill(0, signals[index].signal) == 0;
  return false;
}

int linux_typed_bytes(int terminal) {
  int count;
  return ioctl(terminal, FIONREAD, &count) == 0 ? count : 0;
}

void linux_end_keys(int terminal) {
  let_terminal_stop();
  tcsetattr(terminal, TCSAFLUSH, &mode_before);
  release_all_signals();
}

/// Reads up to the end of the line; what does not fit is read and dropped.
static long read_line(int terminal, char *bytes, size_t capacity) {
  size_t length = 0;
  char next;
  while (!caught_signal) {
    // A signal interrupts the thread that receives it, which may not be this one.
    struct pollfd waiting = {.fd = terminal, .events = POLLIN};
    if (poll(&waiting, 1, 100) <= 0) continue;
    const ssize_t got = read(terminal, &next, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0 && length == 0) {
      errno = ECANCELED;
      return -1;
    }
    if (got == 0 || next == '\n') break;
    if (length < capacity) bytes[length++] = next;
  }
  explicit_bzero(&next, 1);
  return (long)length;
}

static bool stops(int number) {
  return number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

long linux_read_passphrase(const char *prompt, const char *cancelled, char *bytes,
                           size_t capacity) {
  static bool is_registered;
  if (!is_registered) is_registered = atexit(restore_echo_at_exit) == 0;
  linux_restore_echo();
  const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0 || tcgetattr(terminal, &mode_before) != 0) {
    if (terminal >= 0) close(terminal);
    errno = ENXIO;
    return -1;
  }
  catch_all_signals();
  let_terminal_stop();
  struct termios silent = mode_before;
  silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  tcsetattr(terminal, TCSAFLUSH, &silent);
  dprintf(terminal, "%s", prompt);
  const long length = read_line(terminal, bytes, capacity);
  const int reason = errno;
  dprintf(terminal, "\n");
  if (caught_signal && !stops(caught_signal)) dprintf(terminal, "%s\n", cancelled);
  // From now on, a signal restores the terminal at once.
  silent_terminal = terminal;
  if (length >= 0 && !caught_signal) return length;
  errno = linux_restore_echo() ? EINTR : reason;
  return -1;
}

// keyctl(2) has no wrapper in the C library. Permissions: everything for a possessor of the key;
// view, read and search for processes of the same user, even if their session has another keyring.
enum { key_permissions = 0x3f0b0000 };

static long add_own_key(const char *name, const void *secret, size_t length) {
  return syscall(SYS_add_key, "user", name, secret, length, KEY_SPEC_PROCESS_KEYRING);
}

static long find_key(const char *name) {
  return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", name, 0);
}

int linux_keep_key(const char *name, const void *secret, size_t length, unsigned seconds) {
  const long key = add_own_key(name, secret, length);
  if (key < 0) return -1;
  if (syscall(SYS_keyctl, KEYCTL_SETPERM, key, key_permissions) < 0) return -1;
  if (syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds) < 0) return -1;
  return syscall(SYS_keyctl, KEYCTL_LINK, key, KEY_SPEC_USER_KEYRING) < 0 ? -1 : 0;
}

long linux_read_key(const char *name, void *bytes, size_t capacity) {
  const long key = find_key(name);
  return key < 0 ? -1 : syscall(SYS_keyctl, KEYCTL_READ, key, bytes, capacity);
}

int linux_drop_key(const char *name) {
  const long key = find_key(name);
  return key < 0 || syscall(SYS_keyctl, KEYCTL_INVALIDATE, key) < 0 ? -1 : 0;
}

int linux_try_keyrings(void) {
  const long key = add_own_key("vernam:try", "", 1);
  if (key < 0) return -1;
  if (syscall(SYS_keyctl, KEYCTL_REVOKE, key) < 0) return -1;
  return find_key("vernam:try") >= 0 || errno == ENOKEY ? 0 : -1;
}

void linux_wipe_freed_memory(void) { mallopt(M_PERTURB, 0x5a); }

void linux_keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

static int video(int descriptor, unsigned long request, void *argument) {
  int result;
  do result = ioctl(descriptor, request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -1 : 0;
}

int linux_camera_streams(int descriptor, bool *streams) {
  struct v4l2_capability found = {0};
  if (video(descriptor, VIDIOC_QUERYCAP, &found) != 0) return -1;
  const uint32_t able =
      found.capabilities & V4L2_CAP_DEVICE_CAPS ? found.device_caps : found.capabilities;
  *streams = (able & V4L2_CAP_VIDEO_CAPTURE) && (able & V4L2_CAP_STREAMING);
  return 0;
}

int linux_camera_offer(int descriptor, uint32_t number, uint32_t *pixel_format) {
  struct v4l2_fmtdesc found = {.index = number, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  if (video(descriptor, VIDIOC_ENUM_FMT, &found) != 0) return -1;
  *pixel_format = found.pixelformat;
  return 0;
}

int linux_camera_format(int descriptor, struct linux_camera_format *result) {
  struct v4l2_format found = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  if (video(descriptor, VIDIOC_G_FMT, &found) != 0) return -1;
  *result = (struct linux_camera_format){
      .pixel_format = found.fmt.pix.pixelformat,
      .width = found.fmt.pix.width,
      .height = found.fmt.pix.height,
      .bytes_per_line = found.fmt.pix.bytesperline,
      .image_size = found.fmt.pix.sizeimage,
  };
  return 0;
}

int linux_camera_set_format(int descriptor, uint32_t pixel_format) {
  struct v4l2_format wanted = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  if (video(descriptor, VIDIOC_G_FMT, &wanted) != 0) return -1;
  wanted.fmt.pix.pixelformat = pixel_format;
  // The driver knows the length of a row and of a picture.
  wanted.fmt.pix.bytesperline = 0;
  wanted.fmt.pix.sizeimage = 0;
  return video(descriptor, VIDIOC_S_FMT, &wanted);
}

static int set_control(int descriptor, uint32_t id, int32_t value) {
  struct v4l2_control control = {.id = id, .value = value};
  return video(descriptor, VIDIOC_S_CTRL, &control);
}

/// Sets a control to one end of the driver's range.
static int set_to_limit(int descriptor, uint32_t id, bool greatest) {
  struct v4l2_queryctrl range = {.id = id};
  if (video(descriptor, VIDIOC_QUERYCTRL, &range) != 0) return -1;
  return set_control(descriptor, id, greatest ? range.maximum : range.minimum);
}

int linux_camera_adjust(int descriptor, linux_camera_adjustment adjustment) {
  switch (adjustment) {
  case linux_camera_manual_exposure:
    return set_control(descriptor, V4L2_CID_EXPOSURE_AUTO, V4L2_EXPOSURE_MANUAL);
  case linux_camera_manual_gain:
    return set_control(descriptor, V4L2_CID_AUTOGAIN, 0);
  case linux_camera_manual_white_balance:
    return set_control(descriptor, V4L2_CID_AUTO_WHITE_BALANCE, 0);
  case linux_camera_shortest_exposure:
    return set_to_limit(descriptor, V4L2_CID_EXPOSURE_ABSOLUTE, false) == 0
               ? 0
               : set_to_limit(descriptor, V4L2_CID_EXPOSURE, false);
  case linux_camera_greatest_gain:
    return set_to_limit(descriptor, V4L2_CID_ANALOGUE_GAIN, true) == 0
               ? 0
               : set_to_limit(descriptor, V4L2_CID_GAIN, true);
  }
  errno = EINVAL;
  return -1;
}

int linux_camera_request_buffers(int descriptor, uint32_t *count) {
  struct v4l2_requestbuffers wanted = {
      .count = *count, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (video(descriptor, VIDIOC_REQBUFS, &wanted) != 0) return -1;
  *count = wanted.count;
  return 0;
}

static struct v4l2_buffer buffer(uint32_t number) {
  return (struct v4l2_buffer){
      .index = number, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
}

int linux_camera_map(
    int descriptor, uint32_t number, size_t most, void **bytes, size_t *length) {
  struct v4l2_buffer found = buffer(number);
  if (video(descriptor, VIDIOC_QUERYBUF, &found) != 0) return -1;
  if (found.length == 0 || found.length > most) {
    errno = EINVAL;
    return -1;
  }
  void *mapped =
      mmap(NULL, found.length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, found.m.offset);
  if (mapped == MAP_FAILED) return -1;
  madvise(mapped, found.length, MADV_DONTDUMP);
  *bytes = mapped;
  *length = found.length;
  return 0;
}

void linux_camera_unmap(void *bytes, size_t length) {
  explicit_bzero(bytes, length);
  munmap(bytes, length);
}

int linux_camera_enqueue(int descriptor, uint32_t number) {
  struct v4l2_buffer empty = buffer(number);
  return video(descriptor, VIDIOC_QBUF, &empty);
}

int linux_camera_dequeue(
    int descriptor, int milliseconds, uint32_t *number, size_t *bytes, bool *is_damaged) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  const int ready = poll(&waiting, 1, milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return 0;
  if (ready < 0) return -1;
  struct v4l2_buffer filled = buffer(0);
  if (video(descriptor, VIDIOC_DQBUF, &filled) != 0) {
    if (errno != EAGAIN) return -1;
    // Ready without a picture: wait all the same, since callers count these waits to keep time.
    poll(NULL, 0, milliseconds);
    return 0;
  }
  *number = filled.index;
  *bytes = filled.bytesused;
  *is_damaged = (filled.flags & V4L2_BUF_FLAG_ERROR) != 0;
  return 1;
}

int linux_camera_start(int descriptor) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return video(descriptor, VIDIOC_STREAMON, &type);
}

int linux_camera_stop(int descriptor) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return video(descriptor, VIDIOC_STREAMOFF, &type);
}

#if defined(__x86_64__)
#include <immintrin.h>

bool linux_has_carryless_multiplication(void) { return __builtin_cpu_supports("pclmul"); }

__attribute__((target("pclmul,sse2"))) void linux_carryless_inner_product(
    const uint64_t *a, const uint64_t *b, size_t count, uint64_t result[2]) {
  __m128i even = _mm_setzero_si128(), odd = _mm_setzero_si128();
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
    __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
    even = _mm_xor_si128(even, _mm_clmulepi64_si128(x, y, 0x00));
    odd = _mm_xor_si128(odd, _mm_clmulepi64_si128(x, y, 0x11));
  }
  if (i < count) {
    __m128i x = _mm_loadl_epi64((const __m128i *)(a + i));
    __m128i y = _mm_loadl_epi64((const __m128i *)(b + i));
    even = _mm_xor_si128(even, _mm_clmulepi64_si128(x, y, 0x00));
  }
  _mm_storeu_si128((__m128i *)result, _mm_xor_si128(even, odd));
}
#elif defined(__aarch64__)
#include <arm_neon.h>
#include <asm/hwcap.h>
#include <sys/auxv.h>

bool linux_has_carryless_multiplication(void) { return (getauxval(AT_HWCAP) & HWCAP_PMULL) != 0; }

__attribute__((target("aes"))) void linux_carryless_inner_product(
    const uint64_t *a, const uint64_t *b, size_t count, uint64_t result[2]) {
  uint64x2_t sum = vdupq_n_u64(0);
  for (size_t i = 0; i < count; i++) {
    poly128_t product = vmull_p64((poly64_t)a[i], (poly64_t)b[i]);
    sum = veorq_u64(sum, vreinterpretq_u64_p128(product));
  }
  vst1q_u64(result, sum);
}
#else
bool linux_has_carryless_multiplication(void) { return false; }

void linux_carryless_inner_product(
    const uint64_t *a, const uint64_t *b, size_t count, uint64_t result[2]) {
  linux_carryless_inner_product_portable(a, b, count, result);
}
#endif

// No table, and no branches on the words: they are secret.
void linux_carryless_inner_product_portable(
    const uint64_t *a, const uint64_t *b, size_t count, uint64_t result[2]) {
  uint64_t low = 0, high = 0;
  for (size_t i = 0; i < count; i++) {
    for (unsigned bit = 0; bit < 64; bit++) {
      uint64_t chosen = b[i] & (0 - (a[i] >> bit & 1));
      low ^= chosen << bit;
      high ^= chosen >> 1 >> (63 - bit);
    }
  }
  result[0] = low;
  result[1] = high;
}
