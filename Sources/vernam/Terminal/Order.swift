internal import Codec
internal import Pad
internal import System
internal import Vault

/// One content for one person or several: what it costs, and sending it.
struct Order {
  let vault: Vault
  let content: MessageContent
  let text: PacketText
  /// Where the message goes in the place of standard output.
  let clipboard: Clipboard?
  let context: Context

  private func price(_ name: String) throws -> Vault.Price {
    try vault.price(content.kind, contentBytes: content.source.count, to: name)
  }

  private var packetBytes: Int {
    Body.byteCount(content.kind, content: content.source.count) + Packet.overheadBytes
  }

  // MARK: What it costs

  /// Says what each message would take, and spends nothing.
  func show(_ names: [String]) throws {
    for name in names {
      let (price, contact) = (try price(name), try vault.contact(name))
      let left = contact.send.left - price.bytes
      let messages = contact.messagesLeft(after: price)
      let line =
        "\(name): takes \(price.bytes) bytes of pad and leaves \(left) (\(ByteCount(left))), "
        + "about \(count(messages, "short message"))"
      try Results.prose([line], indent: 2)
      warn(contact, left: left, messages: messages, "would be")
    }
    try Results.prose(["each message: \(text.length(packetBytes))"], indent: 2)
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Running low is said before it hurts: below a tenth, below ten messages.
  private func warn(_ contact: Contact, left: Int, messages: Int, _ verb: String = "is") {
    guard left < contact.send.total / 10 || messages < 10, !context.isQuiet else { return }
    if messages == 0 {
      return Notes.warning(
        "\(contact.name)'s pad \(verb) used up: meet and run "
          + "\"vernam pair \(ContactName.typed(contact.name))\" before the next message")
    }
    Notes.warning(
      "\(contact.name)'s pad \(verb) running low: \(ByteCount(left)), "
        + "about \(count(messages, "short message")) left")
  }

  // MARK: Sending

  /// All pads are looked at before any is spent; all are spent before anything is let go.
  func send(_ names: [String], to target: OutputFile?) throws {
    for name in names { _ = try price(name) }
    let layout = try text.layout(packetBytes)
    if let layout { try clipboard?.check(layout.characters) }
    if text.isBinary, let target {
      try sendBinary(to: names[0], target)
    } else {
      try sendText(names, to: target)
    }
    for name in names {
      // The message is out: whatever became of the contact since is no failure of it.
      guard let contact = try? vault.contact(name) else { continue }
      warn(contact, left: contact.send.left, messages: contact.messagesLeft)
    }
  }

  /// The packet is made where it is to stand, in a file that gets its name last.
  private func sendBinary(to name: String, _ target: OutputFile) throws {
    let result = try target.begin()
    guard let file = result as? WrittenFile else { preconditionFailure("OUT is not to be kept") }
    do { _ = try vault.send(content.kind, content.source, to: name, in: file.file) } catch {
      file.discard()
      throw error
    }
    try released { () throws(SystemError) in try file.finish() }
  }

  private func sendText(_ names: [String], to target: OutputFile?) throws {
    var packets: [(name: String, packet: any ByteSource)] = []
    var failure: (any Error)?
    do {
      for name in names {
        packets.append((name, try vault.send(content.kind, content.source, to: name)))
      }
    } catch { failure = error }
    // What was made for others before one failed has used their pad: they get it.
    if let clipboard, let (name, packet) = packets.first {
      try copy(packet, for: name, to: clipboard)
    } else if !packets.isEmpty {
      try release(packets, areSeveral: names.count > 1, to: target)
    }
    if let failure { throw failure }
  }

  /// A message that could not be copied has used its pad: it is printed.
  private func copy(_ packet: any ByteSource, for name: String, to clipboard: Clipboard) throws {
    do {
      try clipboard.copy { sink in try text.write(packet, to: sink) }
    } catch {
      let hint = "copy it from there: its pad is spent"
      var failure =
        (error as? SystemError).map { Failure($0.description, hint: hint, code: .unavailable) }
        ?? Failure(error)
      failure.what += ": the message is printed instead"
      try release([(name, packet)], areSeveral: false, to: nil)
      throw failure
    }
    if clipboard.isSure { return context.say("copied: paste it to \(name)") }
    context.say("sent to the terminal's clipboard, which may not take it: here it is, too")
    try release([(name, packet)], areSeveral: false, to: nil)
  }

  private func release(
    _ packets: [(name: String, packet: any ByteSource)], areSeveral: Bool, to target: OutputFile?
  ) throws {
    var file: (any ResultFile)?
    try released { () throws(SystemError) in file = try target?.begin() }
    let sink = { (text: Span<UInt8>) throws(SystemError) in
      if let file { return try file.write(text) }
      try EndingSignals.checkBeforeWriting(Stream.output.name)
      try Stream.output.write(text)
    }
    do {
      for (number, (name, packet)) in packets.enumerated() {
        if areSeveral {
          let head = Array("\(number == 0 ? "" : "\n")For \(name):\n".utf8)
          try sink(head.span)
        }
        try text.write(packet, to: sink)
      }
      if let file { try file.finish() } else { try Stream.output.syncRegularFile() }
    } catch {
      file?.discard()
      guard let error = error as? SystemError else { throw error }
      throw Order.unreleased(error)
    }
  }

  private func released(_ step: () throws(SystemError) -> Void) throws {
    do throws(SystemError) { try step() } catch { throw Order.unreleased(error) }
  }

  private static func unreleased(_ error: SystemError) -> Failure {
    Failure(
      error.description, hint: "its pad is spent: do not rely on what was written, encrypt again",
      code: ExitStatus(error))
  }
}
