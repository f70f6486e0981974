package import System

/// Bytes that are secret: pad, keys, passphrases, plaintext.
///
/// They live in locked memory outside every core dump, cannot be copied by assignment, and are
/// wiped when they go out of scope (invariant 7).
@safe package struct SecretBytes: ~Copyable, @unchecked Sendable {
  /// Bytes.
  package let count: Int
  private let memory: UnsafeMutableRawBufferPointer
  /// Set if the arena had no room.
  private let pages: SecretPages?

  /// `count` zero bytes: mapped pages are zero, and earlier contents were wiped.
  package init(count: Int) {
    self.count = count
    if let memory = unsafe SecretArena.shared.allocate(count) {
      unsafe self.memory = memory
      pages = nil
    } else {
      let own = SecretPages(count: max(count, 1))
      unsafe memory = UnsafeMutableRawBufferPointer(start: own.address, count: count)
      pages = consume own
    }
  }

  /// Whether small secrets are kept out of swap: the limit on locked memory may not allow it.
  package static var areLocked: Bool { SecretArena.shared.isLocked }
  /// How many bytes of memory have to be locked for that.
  package static var lockedBytes: Int { SecretArena.byteCount }

  package init(copying bytes: Span<UInt8>) {
    self.init(count: bytes.count)
    withMutableBytes { $0.copy(bytes, at: 0) }
  }

  /// One after the other.
  package init(joining first: borrowing SecretBytes, _ second: Span<UInt8>) {
    let firstCount = first.count
    self.init(count: firstCount + second.count)
    withMutableBytes { bytes in
      first.withBytes { bytes.copy($0, at: 0) }
      bytes.copy(second, at: firstCount)
    }
  }

  /// `count` fresh bytes from `randomness`.
  package init(random count: Int, from randomness: some Randomness) {
    self.init(count: count)
    withMutableBytes { randomness.fill(&$0) }
  }

  deinit { if pages == nil { unsafe SecretArena.shared.release(memory) } }

  /// Lends the bytes for the duration of the call.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(memory).bindMemory(to: UInt8.self)
    return try body(unsafe Span(_unsafeElements: bytes))
  }

  /// Lends the bytes for writing, for the duration of the call.
  package mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe memory.bindMemory(to: UInt8.self)
    var span = unsafe MutableSpan(_unsafeElements: bytes)
    return try body(&span)
  }
}
