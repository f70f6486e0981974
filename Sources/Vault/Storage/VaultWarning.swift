package import System

/// Warnings that do not stop the vault. The words are in `Sources/Wording`.
package enum VaultWarning: Equatable, Sendable {
  /// The file system may keep old copies of used pad in this file.
  case keepsUsedPad(path: String)
  /// The same for a pad that was destroyed, in this directory.
  case keepsDestroyedPad(path: String)
  /// An older copy of this vault might not be noticed: a counter could not be changed.
  case counterUnchanged(SystemError)
  /// The same: there is no directory for counters.
  case noPlaceForCounters
  /// One of two copies in this file was damaged, and was rewritten from the other.
  case mended(path: String)
  /// One copy of the header is still the older one.
  case headerNotRenewed(VaultError)
  /// Damaged chunks in this file were skipped.
  case chunksPassedOver(path: String)
  /// A pad could not be used or adopted; the others go on.
  case padPassedOver(VaultError)
  /// The program ended while it was sending a message to this contact: the message never left.
  case lastMessageUnsent(to: String)
  /// A contact is closed, as an undelivered message has shown: no `ReadReport` will say so.
  case sendingClosed(String, SendingClosure)
}
