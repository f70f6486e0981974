internal import Codec
internal import Pad
internal import System
internal import Vault

extension Order {
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
      throw Spent([name], nil, areSeveral: false)
        .unreleased(error, untouched: file.isInPlace ? nil : target)
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
    let spent = Spent(packets.map(\.name), failure, areSeveral: names.count > 1)
    if let failure, EndingSignals.cameIn { throw spent.isNone ? failure : spent.stopped }
    // What was made for others before one failed has used their pad: they get it.
    if let clipboard, let (name, packet) = packets.first {
      try copy(packet, for: name, spent, to: clipboard)
    } else if !packets.isEmpty {
      try release(packets, spent, to: target)
    }
    if let failure { throw spent.explained(failure) }
  }

  /// A message that could not be copied has used its pad: it is printed.
  private func copy(
    _ packet: any ByteSource, for name: String, _ spent: Spent, to clipboard: Clipboard
  ) throws {
    do {
      try clipboard.copy { sink in try text.write(packet, to: sink) }
    } catch {
      let hint = "copy it from there: its pad is spent"
      var failure =
        (error as? SystemError).map { Failure($0.description, hint: hint, code: .unavailable) }
        ?? Failure(error)
      failure.what += ": the message is printed instead"
      try release([(name, packet)], spent, to: nil)
      throw failure
    }
    if clipboard.isSure { return context.say("copied: paste it to \(name)") }
    context.say("sent to the terminal's clipboard, which may not take it: here it is, too")
    try release([(name, packet)], spent, to: nil)
  }

  private func release(
    _ packets: [(name: String, packet: any ByteSource)], _ spent: Spent, to target: OutputFile?
  ) throws {
    var file: (any ResultFile)?
    do {
      file = try target?.begin()
      try write(packets, areSeveral: spent.areSeveral) { text throws(SystemError) in
        if let file { return try file.write(text) }
        try EndingSignals.checkBeforeWriting(Stream.output.name)
        try Stream.output.write(text)
      }
      if let file { try file.finish() } else { try Stream.output.syncRegularFile() }
    } catch {
      file?.discard()
      guard let error = error as? SystemError else { throw error }
      let isInPlace = (file as? WrittenFile)?.isInPlace ?? false
      throw spent.unreleased(error, untouched: isInPlace ? nil : target)
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
}
