internal import Codec
internal import Pad
internal import System
internal import Vault
internal import Wording

/// Messages of the outbox, as text to be pasted elsewhere.
struct WaitingMessages {
  private let name: String
  /// The number of the one message, if it is not all of them.
  private let number: Int?
  private let packets: [FileBytes]
  private let text = PacketText(form: .armor(maximumCharacters: nil))
  private let layouts: [ArmorLayout]

  /// Leaves out those that were confirmed or removed meanwhile.
  init(
    _ entries: [OutboxEntry], number: Int? = nil, for name: String, in vault: Vault
  ) throws {
    self.name = name
    self.number = number
    packets = try entries.compactMap { entry throws(VaultError) in try vault.packet(entry) }
    layouts = try packets.compactMap { [text] in try text.layout($0.count) }
  }

  var count: Int { packets.count }
  /// Rows on a screen.
  func rows(columns: Int) -> Int { layouts.reduce(0) { $0 + $1.rows(columns: columns) } }
  /// Whether each of them fits the clipboard of a terminal, too.
  var fitAnyClipboard: Bool {
    layouts.allSatisfy { $0.characters + 1 <= Clipboard.terminalBytes }
  }
  /// How to save them.
  var savingHint: String {
    let one = number.map { " \($0)" } ?? ""
    return
      "save \(count == 1 ? "it" : "them"): vernam outbox \(ContactName.typed(name))\(one) > FILE"
  }

  /// Of each: since when it waits, and how long its text is.
  func descriptions() throws -> [String] {
    try packets.map { packet in
      let birth = try packet.file.attributes().birth
      let since = birth.map { "since \(LocalTime.text($0)), " } ?? ""
      return "\(since)\(try text.length(packet.count)) to paste"
    }
  }

  /// Copies them to the clipboard. Returns false if nobody knows whether that worked.
  func copy() throws -> Bool {
    let clipboard = try Clipboard(otherwise: savingHint)
    try clipboard.check(layouts.reduce(0) { $0 + $1.characters + 1 }, hint: savingHint)
    do { try clipboard.copy { sink in try write(to: sink) } } catch {
      var failure = Failure(error)
      failure.hint = savingHint
      throw failure
    }
    return clipboard.isSure
  }

  func write(to sink: (Span<UInt8>) throws(SystemError) -> Void) throws {
    for (number, packet) in packets.enumerated() {
      if number > 0 { try sink([UInt8(ascii: "\n")].span) }
      try text.write(packet, to: sink)
    }
  }
}
