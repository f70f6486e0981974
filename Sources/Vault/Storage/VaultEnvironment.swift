internal import Primitives
package import System

/// Everything outside the vault that it works with, handed in so that tests can replace it.
package struct VaultEnvironment: Sendable {
  package var storage: any Storage
  package var randomness: any Randomness
  /// machine-id(5), if the machine has one.
  package var machineID: [UInt8]?
  /// Where a new vault keeps its counters outside itself, or nil for nowhere. From then on the
  /// vault remembers the directory.
  package var counterDirectory: String?
  /// The user vouches for a file system that is not known to keep its word.
  package var trustsFileSystem: Bool
  /// Where `unlock` keeps a key, or nil for nowhere.
  package var keyring: (any Keyring)?
  /// Packets longer than this are kept in the spool while they are worked on.
  package var memoryBytes = 1 << 20
  /// About how many bytes of pad and packet are in memory at a time.
  package var pieceBytes = 1 << 20
  /// Receives the warnings.
  package var warn: @Sendable (VaultWarning) -> Void
  /// Whether the user has asked to stop; checked where it is safe to.
  package var isStopped: @Sendable () -> Bool = { EndingSignals.cameIn }
  /// Bytes of a slot of the contact book, in whole pages. Tests make them smaller.
  package var contactSlotBytes = 1 << 20

  package init(
    storage: any Storage = Disk(), randomness: any Randomness = KernelRandomness(),
    machineID: [UInt8]? = Machine.id(), counterDirectory: String? = nil,
    trustsFileSystem: Bool = false, keyring: (any Keyring)? = nil,
    warn: @escaping @Sendable (VaultWarning) -> Void = { _ in }
  ) {
    self.storage = storage
    self.randomness = randomness
    self.machineID = machineID
    self.counterDirectory = counterDirectory
    self.trustsFileSystem = trustsFileSystem
    self.keyring = keyring
    self.warn = warn
  }

  /// The first 16 bytes of SHA-256 of machine-id(5).
  var machine: [UInt8]? { machineID.map { Array(SHA256.hash($0.span).prefix(16)) } }

  func checkNotStopped() throws(SystemError) {
    if isStopped() { throw SystemError("wait", "signal", code: SystemError.interrupted) }
  }

  /// Changes a counter. A failure is no reason to stop, but less can be noticed afterwards.
  @discardableResult
  func changeCounter(_ change: () throws(SystemError) -> Void) -> Bool {
    do throws(SystemError) {
      try change()
      return true
    } catch {
      warn(.counterUnchanged(error))
      return false
    }
  }
}
