internal import Codec
internal import Pad
internal import System
internal import Vault
internal import Wording

/// Messages of the outbox, as text to be pasted elsewhere.
struct WaitingMessages {
  private let name: String
  private let packets: [FileBytes]
  private let text = PacketText(form: .armor(maximumCharacters: nil))
  private let layouts: [ArmorLayout]

  /// Leaves out those that were confirmed or removed meanwhile.
  init(_ entries: [OutboxEntry], for name: String, in vault: Vault) throws {
    self.name = name
    packets = try entries.compactMap { entry throws(VaultError) in try vault.packet(entry) }
    layouts = try packets.compactMap { [text] in try text.layout($0.count) }
  }

  var count: Int { packets.count }
  /// On a screen.
  var lines: Int { layouts.reduce(0) { $0 + $1.lines } }
  /// How to save them.
  var savingHint: String { "save them: vernam outbox \(ContactName.typed(name)) > FILE" }

  /// Copies them to the clipboard. Returns false if nobody knows whether that worked.
  func copy() throws -> Bool {
    let clipboard = try Clipboard()
    try clipboard.check(layouts.reduce(0) { $0 + $1.characters + 1 }, hint: savingHint)
    try clipboard.copy { sink in try write(to: sink) }
    return clipboard.isSure
  }

  func write(to sink: (Span<UInt8>) throws(SystemError) -> Void) throws {
    for (number, packet) in packets.enumerated() {
      if number > 0 { try sink([UInt8(ascii: "\n")].span) }
      try text.write(packet, to: sink)
    }
  }
}
