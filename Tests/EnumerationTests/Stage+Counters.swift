import Pad
import Primitives

@testable import Vault

// Changes to counters outside the vault.
extension Stage {
  /// The path of the counter of a pad, or of the contact book.
  func counterPath(of pad: KnownPad?) -> String {
    let vault = keys()!.id.hexadecimal
    return "\(Cast.counters)/\(vault)-\(pad?.id.hexadecimal ?? "contacts")"
  }

  /// Makes the counter claim a newer state, or a newer contact book.
  func rememberNewer(of pad: KnownPad?) {
    remember(of: pad) { generation, mark in (generation + 1 << 20, mark) }
  }

  /// Makes the counter claim another past of the same length.
  func rememberOtherPast(of pad: KnownPad?) {
    remember(of: pad) { generation, mark in (generation, mark ^ 1) }
  }

  private func remember(
    of pad: KnownPad?, _ changed: (UInt64, UInt64) -> (generation: UInt64, mark: UInt64)
  ) {
    guard let vault = keys(), let (generation, mark) = value(of: pad, in: vault) else {
      return ledger.violate("nothing to remember")
    }
    let value = changed(generation, mark)
    let owner = pad?.id.bytes ?? [UInt8](repeating: 0, count: 16)
    let number = value.generation.bigEndianBytes + value.mark.bigEndianBytes
    let text = Array("vernam/1 counter".utf8) + vault.id.bytes + owner + number
    machine.medium.replaceDurably(
      counterPath(of: pad), number + SHA256.hash(text.span).prefix(16))
    if let pad { ledger.speak(pad.id, cast) } else { ledger.closeAll(cast) }
  }

  /// Generation and mark as they are in the vault.
  private func value(of pad: KnownPad?, in vault: Vault) -> (UInt64, UInt64)? {
    guard let pad else {
      let opened = SlotReader.book(of: vault).newest(bytes(at: paths.book))
      guard let opened, let book = BookText(opened.text) else { return nil }
      return (opened.generation, book.mark)
    }
    let opened = SlotReader.state(of: pad.id, in: vault).newest(bytes(at: paths.state(pad.id)))
    guard let opened, let state = StateText(opened.text) else { return nil }
    return (opened.generation, state.mark)
  }

  /// Removes all counters, or some, as a cleaning program does.
  func removeCounters(_ paths: [String]? = nil, vouching: Bool) {
    let all = machine.medium.names.keys.filter { $0.hasPrefix(Cast.counters + "/") }
    for path in paths ?? all { machine.medium.change(.remove(path)) }
    machine.medium.syncAll()
    ledger.lacksCounters = true
    ledger.vouches = vouching
    if !vouching { ledger.closeAll(cast) }
  }
}
