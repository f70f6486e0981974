internal import Codec
internal import Pad
internal import System
internal import Vault

extension OutgoingMessage {
  /// A packet that may be released, the contact as it is afterwards, and the message's number.
  private typealias Message = (packet: any ByteSource, contact: Contact, number: Int)

  /// Checks all pads before any is spent, and spends all before anything is released. Returns the
  /// messages' numbers.
  func send(to target: OutputFile?) throws -> [Int] {
    for contact in contacts { _ = try price(contact) }
    let layout = try text.layout(packetBytes)
    if let layout { try clipboard?.check(layout.characters) }
    if text.isBinary, let target {
      let (contact, number) = try sendBinary(to: contacts[0], target)
      warn(contact, left: contact.send.left, messages: contact.messagesLeft)
      return [number]
    }
    return try sendText(to: target)
  }

  /// Makes the packet in its destination, a file that gets its name last. Returns the contact as it
  /// is afterwards, and the message's number.
  private func sendBinary(
    to contact: Contact, _ target: OutputFile
  ) throws -> (contact: Contact, number: Int) {
    let result = try target.begin()
    guard let file = result as? WrittenFile else { preconditionFailure("OUT is not to be kept") }
    let later: (contact: Contact, number: Int)
    do {
      let sent = try vault.send(content.kind, content.source, to: contact, in: .file(file.file))
      later = (sent.contact, sent.number)
    } catch {
      file.discard()
      throw error
    }
    do throws(SystemError) { try file.finish() } catch {
      throw SpentPads([contact.name], nil, areSeveral: false)
        .unreleased(error, untouched: file.isInPlace ? nil : target)
    }
    return later
  }

  private func sendText(to target: OutputFile?) throws -> [Int] {
    var messages: [Message] = []
    var failure: (any Error)?
    do {
      for contact in contacts {
        let sent = try vault.send(content.kind, content.source, to: contact)
        messages.append((sent.packet, sent.contact, sent.number))
      }
    } catch { failure = error }
    let spent = SpentPads(messages.map(\.contact.name), failure, areSeveral: contacts.count > 1)
    if let failure, EndingSignals.cameIn { throw spent.isNone ? failure : spent.stopped }
    // Messages made before one failed have used their pads, so they are released.
    if let clipboard, let message = messages.first {
      try copy(message, spent, to: clipboard)
    } else if !messages.isEmpty {
      try release(messages, spent, to: target)
    }
    if let failure { throw spent.explained(failure) }
    for (_, contact, _) in messages {
      warn(contact, left: contact.send.left, messages: contact.messagesLeft)
    }
    return messages.map(\.number)
  }

  /// Copies the message, or prints it if that fails: its pad is spent.
  private func copy(_ message: Message, _ spent: SpentPads, to clipboard: Clipboard) throws {
    do {
      try clipboard.copy { sink in try text.write(message.packet, to: sink) }
    } catch {
      let hint = "copy the message from the screen: its part of the pad is used up"
      var failure =
        (error as? SystemError).map { Failure($0.description, hint: hint, code: .unavailable) }
        ?? Failure(error)
      failure.what += "; the message was printed instead"
      try release([message], spent, to: nil)
      throw failure
    }
    let name = "Message \(message.number) to \(message.contact.name)"
    if clipboard.isSure {
      return context.say(
        "\(name) is on the clipboard. Paste it into an email or chat.")
    }
    context.say(
      "\(name) is on the clipboard, if this terminal allows it. Try to paste it; if nothing comes, "
        + "copy it here:")
    try release([message], spent, to: nil)
  }

  private func release(
    _ messages: [Message], _ spent: SpentPads, to target: OutputFile?
  ) throws {
    var file: (any ResultFile)?
    if target == nil, text.isToCopy, clipboard == nil, !spent.areSeveral, Stream.output.isTerminal {
      let (name, number) = (messages[0].contact.name, messages[0].number)
      context.say("")
      context.say(
        "Message \(number) to \(name). "
          + (ClipboardTool.isHere
            ? "Copy from here (--copy puts it on the clipboard):"
            : "vernam keeps no copy of it. Copy from here:"))
    }
    do {
      file = try target?.begin()
      try write(messages, areSeveral: spent.areSeveral) { text throws(SystemError) in
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
    _ messages: [Message], areSeveral: Bool, to sink: (Span<UInt8>) throws(SystemError) -> Void
  ) throws {
    for (index, (packet, contact, _)) in messages.enumerated() {
      if areSeveral {
        let head = Array("\(index == 0 ? "" : "\n")For \(contact.name):\n".utf8)
        try sink(head.span)
      }
      try text.write(packet, to: sink)
    }
  }
}
