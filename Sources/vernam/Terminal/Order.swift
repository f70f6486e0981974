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
    let isWaiting = contact.pads.contains(where: \.isWaiting)
    if messages == 0 {
      let next =
        isWaiting
        ? "decrypt \(contact.name)'s first message on the new one before you write again"
        : "meet and run \"vernam pair \(ContactName.typed(contact.name))\" before the next message"
      return Notes.warning("\(contact.name)'s pad \(verb) used up: \(next)")
    }
    if isWaiting { return }
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
    do throws(SystemError) { try file.finish() } catch {
      throw Order.unreleased(error, [name], file.isInPlace ? nil : target)
    }
  }

  private func sendText(_ names: [String], to target: OutputFile?) throws {
    var packets: [(name: String, packet: any ByteSource)] = []
    var failure: (any Error)?
    do {
      for name in names {
        packets.append((name, try vault.send(content.kind, content.source, to: name)))
      }
    } catch { failure = error }
    if let failure, EndingSignals.cameIn { throw Order.stopped(failure, packets.map(\.name)) }
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
    do {
      file = try target?.begin()
      try write(packets, areSeveral: areSeveral) { text throws(SystemError) in
        if let file { return try file.write(text) }
        try EndingSignals.checkBeforeWriting(Stream.output.name)
        try Stream.output.write(text)
      }
      if let file { try file.finish() } else { try Stream.output.syncRegularFile() }
    } catch {
      file?.discard()
      guard let error = error as? SystemError else { throw error }
      let isInPlace = (file as? WrittenFile)?.isInPlace ?? false
      throw Order.unreleased(error, packets.map(\.name), isInPlace ? nil : target)
    }
  }

  private func write(
    _ packets: [(name: String, packet: any ByteSource)], areSeveral: Bool,
    to sink: (Span<UInt8>) throws(SystemError) -> Void
  ) throws {
    for (number, (name, packet)) in packets.enumerated() {
      if areSeveral {
        let head = Array("\(number == 0 ? "" : "\n")For \(name):\n".utf8)
        try sink(head.span)
      }
      try text.write(packet, to: sink)
    }
  }

  /// Why no message goes to anybody: `names` have pads that were spent before it failed.
  private static func stopped(_ failure: any Error, _ names: [String]) -> any Error {
    var names = names
    if case VaultError.spentInVain(let name, true, _) = failure { names.append(name) }
    if names.isEmpty { return failure }
    let stopped = SystemError("encrypt", names[0], code: SystemError.interrupted)
    return Failure(
      stopped.description, hint: "\(pads(of: names)) spent, nothing was released: encrypt again",
      code: ExitStatus(stopped))
  }

  private static func pads(of names: [String]) -> String {
    names.count == 1 ? "its pad is" : "the pads for \(names.joined(separator: ", ")) are"
  }

  /// - Parameter untouched: the file that stands as it did; nil where a part may have been written.
  private static func unreleased(
    _ error: SystemError, _ names: [String], _ untouched: OutputFile?
  ) -> Failure {
    let pads = pads(of: names)
    let hint =
      untouched.map { "\(pads) spent, and \($0.path) is as it was: encrypt again" }
      ?? "\(pads) spent: do not rely on what was written, encrypt again"
    return Failure(error.description, hint: hint, code: ExitStatus(error))
  }
}
