internal import Primitives
package import System

/// Everything outside the vault that it works with, handed in so that tests can replace it.
package struct VaultEnvironment: Sendable {
  package var storage: any Storage
  package var randomness: any Randomness
  /// machine-id(5), where the machine has one.
  package var machineID: [UInt8]?
  /// Where a new vault keeps its counters outside itself, or nil for nowhere. From then on the vault
  /// knows the directory.
  package var counterDirectory: String?
  /// The person vouches for a file system that is not known to keep its word.
  package var trustsFileSystem: Bool
  /// Where `unlock` keeps a key, or nil for nowhere.
  package var keyring: (any Keyring)?
  /// Packets of more bytes than this stand in the spool while they are worked on.
  package var memoryBytes = 1 << 20
  /// About so many bytes of pad and packet are in memory at a time.
  package var pieceBytes = 1 << 20
  /// Told of what weakens a promise here; one line.
  package var warn: @Sendable (String) -> Void
  /// Told of what shows that a pad may have been used elsewhere; one line, said even where warnings
  /// are not wanted.
  package var alarm: @Sendable (String) -> Void
  /// Whether the person wants no more of what is going on; looked at where it can end well.
  package var isStopped: @Sendable () -> Bool = { EndingSignals.cameIn }
  /// Bytes of a slot of the contact book; whole pages. Tests make them smaller.
  package var contactSlotBytes = 1 << 20

  package init(
    storage: any Storage = Disk(), randomness: any Randomness = KernelRandomness(),
    machineID: [UInt8]? = Machine.id(), counterDirectory: String? = nil,
    trustsFileSystem: Bool = false, keyring: (any Keyring)? = nil,
    warn: @escaping @Sendable (String) -> Void = { _ in },
    alarm: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.storage = storage
    self.randomness = randomness
    self.machineID = machineID
    self.counterDirectory = counterDirectory
    self.trustsFileSystem = trustsFileSystem
    self.keyring = keyring
    self.warn = warn
    self.alarm = alarm
  }

  /// The first 16 bytes of SHA-256 of machine-id(5).
  var machine: [UInt8]? { machineID.map { Array(SHA256.hash($0.span).prefix(16)) } }

  func checkNotStopped() throws(SystemError) {
    if isStopped() { throw SystemError("wait", "signal", code: SystemError.interrupted) }
  }

  /// Changes a counter. If that fails it is no reason to stop, but weakens what can be noticed.
  @discardableResult
  func changeCounter(_ change: () throws(SystemError) -> Void) -> Bool {
    do throws(SystemError) {
      try change()
      return true
    } catch {
      warn("an older copy of this vault might not be noticed: \(error)")
      return false
    }
  }

  /// One of two copies in a file was damaged, and was written again from the other.
  func warnOfRenewal(in path: String) {
    warn(
      "one of two copies in \(path) was damaged and is mended; unless the power failed, check the disk"
    )
  }
}
