internal import Codec
internal import Exchange
package import Pad
internal import Synchronization
internal import System
internal import Vault
internal import Wording

// What the person writes, copies and pastes.
extension ConversationModel {
  /// Encrypts a text and puts it into the outbox. `then` gets nil once it is there, or else the text
  /// back, which was not sent.
  package func send(
    _ text: consuming SecretBytes, then: @escaping @MainActor @Sendable (SecretHandoff?) -> Void
  ) {
    guard let conversation else { return then(SecretHandoff(text)) }
    // Nobody wants to send back what they are to read, nor to see it again if that fails.
    if ConversationModel.isMessage(text) {
      paste(text.withBytes { $0.publicCopy })
      return then(nil)
    }
    guard fits(text) else { return then(SecretHandoff(text)) }
    let shown = SecretHandoff(ConversationReporter.visible(text))
    let kept = SecretHandoff(text.withBytes { SecretBytes(copying: $0) })
    let content = SecretHandoff(text)
    worker.run {
      guard let text = content.take() else { preconditionFailure("it is sent once") }
      return try conversation.send(.text, SecretSource(text))
    } then: { [self] result in
      switch result {
      case .success(let number):
        add(.own(number...number, delivery(of: number...number)), shown)
        update()
        then(nil)
      case .failure(let error):
        fail(error)
        update()
        then(kept)
      }
    }
  }

  /// Whether a text is short enough to be sent; says so if it is not.
  package func fits(_ text: borrowing SecretBytes) -> Bool {
    if text.count <= ConversationModel.mostTextBytes { return true }
    let limit = ByteCount(ConversationModel.mostTextBytes)
    fail(Problem("This text is longer than \(limit)", hint: "attach it as a file"))
    return false
  }

  /// Whether a text is an encrypted message, and nothing else.
  package static func isMessage(_ text: borrowing SecretBytes) -> Bool {
    text.withBytes { PastedMessage.isAlone(in: $0) }
  }

  /// Removes messages that have not arrived, so that they are not sent.
  package func takeBack(_ numbers: ClosedRange<Int>) {
    guard let conversation else { return }
    // Of several, some may have left.
    let waiting = numbers.filter { delivery(of: $0...$0) == .waiting }
    worker.run {
      var count = 0
      for number in waiting where try conversation.drop(number) { count += 1 }
      if count == 0 { throw ConversationModel.gone }
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      if case .failure(let error) = result { fail(error) }
      update()
    }
  }

  // MARK: Texts that come while nobody can see them

  /// Whether another page, codes or the camera's picture are shown in its place, or nobody is there.
  var isCovered: Bool { !isShown() || codes != nil || scan != nil }

  /// A message was left unread: a text because the page is covered, or what has to be saved.
  func putOff(_ number: Int, _ message: Incoming) {
    if isCovered { hasNews = true }
    arrived()
    if !ConversationModel.isShortText(message) { return offer(.putOff(number), message) }
    unseen.append((number, message))
    report()
    followCover()
  }

  /// Whether it is a text that fits a line.
  static func isShortText(_ message: Incoming) -> Bool {
    if case .text = message.head.kind { message.count <= mostTextBytes } else { false }
  }

  /// Reads the texts that came while the page was covered, once it no longer is.
  func followCover() {
    if isClosed { return }
    // The camera sees only while the person sees what it sees.
    if !isShown(), scan != nil { return stopScan() }
    if isCovered { hideWords() } else { hasNews = false }
    report()
    reporter.putsOff.store(isCovered || isWordByWord, ordering: .relaxed)
    guard !isCovered, let conversation, let reporter, !unseen.isEmpty else { return }
    let texts = unseen
    unseen = []
    if isWordByWord {
      for (number, message) in texts { offer(.putOff(number), message) }
      return
    }
    let numbers = texts.map(\.number)
    worker.run {
      for number in numbers { _ = try conversation.take(number, by: reporter.textSink()) }
    } then: { [weak self] result in
      guard let self, !isClosed, case .failure(let error) = result else { return }
      let left = conversation.putOffNumbers
      unseen = texts.filter { left.contains($0.number) } + unseen
      if isWordByWord { followCover() } else if !isCovered { fail(error) }
    }
  }

  // MARK: Copying and pasting

  /// The text of messages that have not arrived, to be pasted elsewhere.
  package func copy(
    _ numbers: ClosedRange<Int>, then: @escaping @MainActor @Sendable ([UInt8]) -> Void
  ) {
    guard let conversation else { return }
    worker.run {
      let texts = try ConversationModel.packets(numbers, of: conversation).map {
        try PacketArmor.text(of: $0)
      }
      let text = Array(texts.joined(separator: [UInt8(ascii: "\n")]))
      if text.count > ConversationModel.mostCopiedBytes { throw ConversationModel.tooLong }
      return text
    } then: { [weak self] result in
      switch result {
      case .success(let text): then(text)
      case .failure(let error): self?.fail(error)
      }
    }
  }

  nonisolated private static func packets(
    _ numbers: ClosedRange<Int>, of conversation: Conversation
  ) throws -> [FileBytes] {
    let packets = try numbers.compactMap { try conversation.packet($0) }
    if packets.isEmpty { throw gone }
    return packets
  }

  /// Writes messages that have not arrived into a file in the downloads folder, which an email can take
  /// along. `then` gets its name there.
  package func saveForMail(
    _ numbers: ClosedRange<Int>, then: @escaping @MainActor @Sendable (String) -> Void
  ) {
    guard let conversation, let folder = downloads() else { return }
    let environment = environment.vault
    worker.run {
      try MessageFile.write(
        ConversationModel.packets(numbers, of: conversation), in: folder, on: environment.storage,
        environment.randomness)
    } then: { [weak self] result in
      switch result {
      case .success(let name): then(name)
      case .failure(let error): self?.fail(error)
      }
    }
  }

  /// Longer texts are handed over in pieces, and if the other program does not take them all, GTK 4.8
  /// waits for it for ever.
  nonisolated private static let mostCopiedBytes = 250_000

  /// The most bytes of a file whose message is not longer than that, with each byte as two characters.
  nonisolated static let mostCopyableBytes = mostCopiedBytes / 2

  nonisolated private static let tooLong = Problem(
    "This is too much to copy", hint: "leave it here: it is sent once you are connected")

  nonisolated static let gone = Problem(
    "This message is no longer waiting", hint: "it has just arrived, or a command removed it")

  /// Reads the messages in a text, now or once the conversation has begun.
  func pasteOnceOpen(_ text: [UInt8]) {
    if isOpen { paste(text) } else { pastedEarly = text }
  }

  /// Reads the messages in a text that was copied elsewhere, or that the camera has seen.
  package func paste(_ text: [UInt8]) {
    guard let conversation, let reporter else { return }
    let vault = vault
    let mostBytes = isWordByWord ? -1 : ConversationModel.mostTextBytes
    worker.run {
      let outcome = PastedText(text).read(in: vault, for: conversation) {
        reporter.textSink(mostBytes: mostBytes)
      }
      for report in outcome.reports { conversation.tell(report) }
      return outcome
    } then: { [weak self] result in
      guard let self, !isClosed, case .success(let outcome) = result else { return }
      for file in outcome.files { offer(.pasted(file.packet), file.message) }
      if let failure = outcome.failure { fail(failure) }
    }
  }
}
