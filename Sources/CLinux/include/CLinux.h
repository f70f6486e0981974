// Everything that Glibc's Swift module does not import: variadic functions, function-like macros,
// and constants that need _GNU_SOURCE. One function each, no policy.
#ifndef VERNAM_CLINUX_H
#define VERNAM_CLINUX_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens `path` with O_CLOEXEC added. Returns the descriptor or -1 with errno.
int linux_open(const char *path, int flags, unsigned mode);
/// Reopens the file behind `descriptor`, past the page cache (O_DIRECT), for O_RDONLY or O_WRONLY.
int linux_reopen_direct(int descriptor, int access);

/// A pipe, both ends closed on exec: 0, or -1 with errno.
int linux_pipe(int *reading, int *writing);

/// Makes a child inherit only the three standard descriptors: 0, or an error.
int linux_close_other_descriptors(posix_spawn_file_actions_t *actions);

/// Creates a file without a name in a directory (O_TMPFILE), mode 0600: nothing is left of it once it
/// is closed. Returns the descriptor, or -1 with errno if the file system or a missing /proc does not
/// allow it.
int linux_open_unnamed(const char *directory);
/// Gives such a file its name: 0, or -1 with errno EEXIST if `new_path` exists.
int linux_name(int descriptor, const char *new_path);

/// renameat2(2) with RENAME_NOREPLACE, or link(2) and unlink(2) if the file system lacks it: 0, or
/// -1 with errno EEXIST if `new_path` exists.
int linux_rename_to_new(const char *path, const char *new_path);

/// Open-file-description locks (fcntl(2), F_OFD_SETLK): 0, or -1 with errno EAGAIN if taken.
int linux_lock_shared(int descriptor);
int linux_lock_exclusive(int descriptor);
/// One that excludes only those of the same number.
int linux_lock_number(int descriptor, uint32_t number);

/// FS_NOCOW_FL (chattr +C): 0, or -1 with errno if the file system has no such flag.
int linux_disable_copy_on_write(int descriptor);
/// Whether FS_NOCOW_FL is set: 1, 0, or -1 with errno.
int linux_copy_on_write_disabled(int descriptor);

/// The part of statx(2) that the vault looks at.
struct linux_attributes {
  uint64_t device, inode, size;
  int64_t birth_seconds;
  uint32_t birth_nanoseconds;
  uint32_t mode, owner, links;
  bool has_birth;
};
int linux_attributes_of(int descriptor, struct linux_attributes *result);
/// The same for a path, without following a link at its end.
int linux_attributes_at(const char *path, struct linux_attributes *result);

/// f_type of statfs(2), or 0.
uint64_t linux_file_system_type(int descriptor);
/// f_fsid of statfs(2), or 0. On btrfs it differs from subvolume to subvolume.
uint64_t linux_file_system_id(int descriptor);
/// f_bavail × f_frsize of the file system that holds `path`, or UINT64_MAX if unknown.
uint64_t linux_free_bytes(const char *path);

/// prctl(PR_SET_DUMPABLE, 0) and a core limit of 0.
int linux_forbid_core_dumps(void);
/// Whether prctl(PR_GET_DUMPABLE) returns anything but 0.
int linux_is_dumpable(void);
/// From now on every system call fails with EPERM except those that read and write open files, use
/// memory or end this process, in all its threads (seccomp(2)); and it gets no more than 1 GiB and
/// an hour of processor time: 0, or -1 with errno.
int linux_confine(void);
/// mmap of private anonymous pages with MADV_DONTDUMP and MADV_WIPEONFORK; NULL on failure.
/// `locked` tells whether mlock(2) succeeded too.
void *linux_map_secret(size_t length, bool *locked);
void linux_unmap_secret(void *pages, size_t length);
void linux_wipe(void *bytes, size_t length);

/// getrandom(2) without flags, until `length` bytes are there. 0, or -1 with errno.
int linux_random(void *bytes, size_t length);

/// Opens /dev/null, the wrong way round, in place of descriptors 0, 1 and 2 that are closed: no
/// other file gets their numbers, and reading or writing still fails.
void linux_hold_standard_descriptors(void);
/// A closed pipe and the file size limit (SIGPIPE, SIGXFSZ) become errors of write(2).
void linux_ignore_write_signals(void);

/// From now on INT, TERM, HUP and QUIT are remembered, each only the first time: the same one again
/// ends the program. Ignored signals stay ignored. Calls nest: the last release counts.
void linux_catch_ending_signals(void);
/// From now on any further one ends the program.
void linux_obey_ending_signals(void);
/// They end the program again; a remembered one does so now.
void linux_release_ending_signals(void);
/// Forgets a remembered signal.
void linux_forget_ending_signal(void);
/// The remembered signal, whatever caught it, or 0.
int linux_caught_signal(void);
/// The same, but only between catch and release above.
int linux_caught_ending_signal(void);

/// Columns and rows of the terminal behind `descriptor`, or 0.
unsigned linux_terminal_columns(int descriptor);
/// Columns of a character, as wcwidth(3) has them in UTF-8; 1 for one that it does not know.
unsigned linux_column_width(uint32_t character);
unsigned linux_terminal_rows(int descriptor);
/// Shows `prompt` on the controlling terminal and reads a line from it without echo, up to
/// `capacity` bytes. Returns the length, or -1 with errno, ENXIO if there is no terminal. If a signal
/// ends the program meanwhile, the line `cancelled` is shown first. After a
/// line was read, the terminal stays without echo until `linux_restore_echo`, the end of the
/// program, or a signal that ends or stops it, which does so only after the terminal is restored.
long linux_read_passphrase(const char *prompt, const char *cancelled, char *bytes,
                           size_t capacity);
/// Restores the echo and drops what was typed meanwhile. A signal that came just now ends or stops
/// the program; true if it was stopped for a while.
bool linux_restore_echo(void);

/// From now on the keys of a terminal arrive one by one and without echo, and all signals that end
/// or stop the program are remembered (`linux_caught_signal`), except those that say it is broken:
/// 0, or -1 with errno. `drops_typed` drops what was typed before; with `keeps_returns` a
/// carriage return stays one. ^C, ^\ and ^Z arrive as keys
/// too, since they can be part of a paste.
int linux_begin_keys(int terminal, bool drops_typed, bool keeps_returns);
/// If the key sent a signal to the programs in the foreground before `linux_begin_keys`, sends it
/// to them, and returns true.
bool linux_raise_key_signal(unsigned char key);
/// How many bytes were typed and not read yet.
int linux_typed_bytes(int terminal);
/// Restores the terminal, and drops what was typed and not read. A remembered signal ends or stops
/// the program now; if this returns then, the program was stopped for a while.
void linux_end_keys(int terminal);

/// Keeps a secret in the user keyring (user-keyring(7)) for `seconds`, replacing one of the same
/// name. The timeout is set while only this process can reach the key. 0, or -1 with errno.
int linux_keep_key(const char *name, const void *secret, size_t length, unsigned seconds);
/// Reads a secret from the user keyring. Its length, which may be more than `capacity`, or -1 with
/// errno ENOKEY, EKEYEXPIRED or another.
long linux_read_key(const char *name, void *bytes, size_t capacity);
/// Makes a secret unreachable at once (KEYCTL_INVALIDATE). 0, or -1 with errno.
int linux_drop_key(const char *name);
/// Whether this process may use keyrings: 0, or -1 with errno. Leaves nothing behind.
int linux_try_keyrings(void);

/// A camera's format in V4L2 (linux/videodev2.h). Each function below is one ioctl, or a few that
/// belong together: 0, or -1 with errno.
struct linux_camera_format {
  uint32_t pixel_format, width, height;
  /// Bytes from one row to the next, and per picture.
  uint32_t bytes_per_line, image_size;
};
/// Whether the device captures pictures of a single plane and streams them.
int linux_camera_streams(int descriptor, bool *streams);
/// The device's format with this number; errno EINVAL after the last.
int linux_camera_offer(int descriptor, uint32_t number, uint32_t *pixel_format);
int linux_camera_format(int descriptor, struct linux_camera_format *result);
/// Requests a pixel format in the current size. The driver may set another.
int linux_camera_set_format(int descriptor, uint32_t pixel_format);
typedef enum {
  linux_camera_manual_exposure,
  linux_camera_manual_gain,
  linux_camera_manual_white_balance,
  linux_camera_shortest_exposure,
  linux_camera_greatest_gain,
} linux_camera_adjustment;
int linux_camera_adjust(int descriptor, linux_camera_adjustment adjustment);
/// Requests buffers to map; the driver may give fewer or more.
int linux_camera_request_buffers(int descriptor, uint32_t *count);
/// Maps a buffer; linux_camera_unmap wipes and unmaps it. An empty buffer, or one of more than
/// `most` bytes, fails with errno EINVAL.
int linux_camera_map(
    int descriptor, uint32_t number, size_t most, void **bytes, size_t *length);
void linux_camera_unmap(void *bytes, size_t length);
int linux_camera_enqueue(int descriptor, uint32_t number);
/// Dequeues a filled buffer if one comes within the time, or else waits until it is over: its
/// number, the bytes in it and whether the driver calls them damaged. 1, 0 if none came, or -1 with
/// errno.
int linux_camera_dequeue(
    int descriptor, int milliseconds, uint32_t *number, size_t *bytes, bool *is_damaged);
int linux_camera_start(int descriptor);
int linux_camera_stop(int descriptor);

/// From now on memory passed to free(3) is overwritten, except blocks below a KiB.
void linux_wipe_freed_memory(void);
/// Keeps up to 4 MiB of freed memory for the next malloc(3) instead of returning it to the kernel.
void linux_keep_freed_memory(void);

/// Whether this processor multiplies without carries (PCLMULQDQ, PMULL).
bool linux_has_carryless_multiplication(void);
/// The 128-bit carry-less sum of a[i] × b[i] for all i, low word first; uses the processor's
/// instruction, which must exist.
void linux_carryless_inner_product(
    const uint64_t *a, const uint64_t *b, size_t count, uint64_t result[2]);
/// The same on any processor.
void linux_carryless_inner_product_portable(
    const uint64_t *a, const uint64_t *b, size_t count, uint64_t result[2]);

#endif
