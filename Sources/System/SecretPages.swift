// Invariant 7: pages that are locked, left out of core dumps, and wiped before they are unmapped.
internal import CLinux

/// Pages that are never written to a core dump, that a forked child finds empty, and that are never
/// swapped out if the limit on locked memory allows it. Wiped before they are unmapped.
@safe package struct SecretPages: ~Copyable, @unchecked Sendable {
  package let address: UnsafeMutableRawPointer
  /// Bytes.
  package let count: Int
  /// Whether mlock(2) succeeded.
  package let isLocked: Bool

  package init(count: Int) {
    var isLocked = false
    guard let address = unsafe linux_map_secret(count, &isLocked) else {
      preconditionFailure("no memory for secrets")
    }
    unsafe self.address = address
    self.count = count
    self.isLocked = isLocked
  }

  deinit { unsafe linux_unmap_secret(address, count) }
}

/// Keeps this process out of core dumps and away from other processes of the same user.
package func forbidCoreDumps() { _ = linux_forbid_core_dumps() }

/// From now on this process can only read and write what is open, use memory and end: the kernel
/// refuses everything else (seccomp(2)). There is no way back.
package func confineProcess() throws(SystemError) {
  guard linux_confine() == 0 else { throw .last("seccomp", "this process") }
}

/// From now on freed ordinary memory is overwritten, except blocks below a KiB: for tables made of
/// secrets and too large for secret memory (mallopt(3), M_PERTURB).
package func wipeFreedMemory() { linux_wipe_freed_memory() }

/// From now on a few MiB of freed ordinary memory are reused instead of returned to the kernel: for
/// work on many pieces of 256 KiB and more, each of which would otherwise need new pages.
package func keepFreedMemory() { linux_keep_freed_memory() }

/// Whether the kernel may dump this process anyway.
package func allowsCoreDumps() -> Bool { linux_is_dumpable() != 0 }

/// Overwrites bytes in a way that the optimizer does not remove (explicit_bzero(3)).
package func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
  unsafe linux_wipe(bytes.baseAddress, bytes.count)
}
