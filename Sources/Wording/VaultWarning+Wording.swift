internal import System
package import Vault

extension VaultWarning {
  /// Whether it is shown even with --quiet.
  package var isAlarm: Bool { if case .sendingClosed = self { true } else { false } }

  /// One line that says what to do; nil if the text says so, or nothing has to be done.
  package var hint: String? {
    if case .sendingClosed(let contact, let closure) = self { closure.hint(contact) } else { nil }
  }

  /// One line.
  package var text: String {
    switch self {
    case .keepsUsedPad(let path): "this file system may keep copies of used pad (\(path))"
    case .keepsDestroyedPad(let path):
      "this file system may keep old copies of the pad and of its keys (\(path))"
    case .counterUnchanged(let error):
      "vernam might not notice an older copy of this vault: \(error)"
    case .noPlaceForCounters:
      "vernam might not notice an older copy of this vault: set HOME or XDG_STATE_HOME"
    case .mended(let path):
      "vernam repaired a damaged copy in \(path); unless the power failed, check the disk"
    case .headerNotRenewed(let error):
      "a copy of the vault's key could not be renewed: \(error.what)"
    case .chunksPassedOver(let path):
      "part of \(path) is damaged, and vernam skipped it: check the disk"
    case .padPassedOver(let error): error.what
    case .lastMessageUnsent(let contact):
      "vernam ended before your last message to \(contact) was sent: send it again"
    case .sendingClosed(let contact, let closure): closure.warning(contact)
    }
  }
}
