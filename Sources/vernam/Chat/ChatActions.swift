internal import Codec
internal import Exchange
internal import Pad
internal import System
internal import Vault
internal import Wording

/// What a person can do in a conversation, however it is shown.
final class ChatActions {
  /// The most bytes of a text that are shown; a longer one is saved.
  static let mostTextBytes = ChatSink.mostTextBytes

  /// What became of a line.
  enum Outcome: ~Copyable {
    /// It was sent under this number in the conversation. `shown` stands for it, and `note` says what
    /// is special about it.
    case sent(Int, shown: SecretBytes, note: String?)
    case done
    /// The person leaves.
    case left
  }

  let conversation: Conversation
  let interface: any ChatInterface
  let vault: Vault
  let context: Context
  private let padWarning = PadWarning()
  /// What a person has to confirm.
  enum Question: Equatable {
    /// To spend much pad on this text or file, of so many bytes.
    case price(name: String, count: Int)
    /// To take back the message that has this receipt.
    case drop(PacketReceipt)
  }

  /// What the last line was to do, if the person was asked about it.
  var asked: Question?
  /// Whether the person was asked to confirm the last line.
  var isAsking: Bool { asked != nil }
  /// Drops the question, as if the person had said no.
  func forgetQuestion() {
    if case .drop = asked { StandardError.line("Nothing was taken back.") }
    asked = nil
  }
  /// The lines of an encrypted message that was pasted as if it were typed, until its end comes.
  private var pastedLines = ""
  /// Where messages were saved, by their numbers.
  var saved: [Int: String] = [:]

  init(
    conversation: Conversation, interface: any ChatInterface, vault: Vault, context: Context
  ) {
    self.conversation = conversation
    self.interface = interface
    self.vault = vault
    self.context = context
  }

  /// Sends what a person typed, or does what they asked. What `isOnlyText` holds no command.
  func take(_ line: borrowing SecretBytes, isOnlyText: Bool = false) throws -> Outcome {
    let kind = isOnlyText ? ChatLine.text : line.withBytes { ChatLine($0) }
    let before = asked
    if case .drop = kind { asked = nil } else { forgetQuestion() }
    if try line.withBytes({ try isPartOfMessage($0, kind) }) { return .done }
    switch kind {
    case .text:
      let text = line.withBytes { line in
        let skipped = isOnlyText ? 0 : ChatLine.skipped(line)
        return SecretBytes(copying: line.extracting(droppingFirst: skipped))
      }
      try confirmPrice(.text, text.count, "This text", asked: before)
      let shown = text.withBytes { SecretBytes(copying: $0) }
      return .sent(try send(text), shown: shown, note: nil)
    case .file(let path):
      let file = try open(path)
      try confirmPrice(.file(file.name), file.content.count, VisibleText.line(path), asked: before)
      let number = try send(file)
      let name = FileName(path: path).usable.map(VisibleText.line)
      let shown = "[\(name ?? path), \(ByteCount(file.content.count))]"
      return .sent(
        number, shown: SecretBytes(copying: Array(shown.utf8).span),
        note: "\(name ?? "It") counts as arrived once \(conversation.contact.name) has saved it.")
    case .save(let number, let path): try save(number ?? onlyNumber(), as: path)
    case .copy: try copy()
    case .drop: try drop(asked: before)
    case .paste(let text):
      try paste(text)
      if text != nil, !line.withBytes({ PastedMessage.isAlone(in: $0) }) {
        StandardError.line(
          "Only the encrypted message was read; your own words around it were not sent.")
      }
    case .quit: return .left
    case .help: for line in interface.help { StandardError.line(line) }
    case .mistake(let what, let hint): throw Failure(what, hint: hint, code: .usage)
    }
    return .done
  }

  /// Why this end can only read; nil if it can write.
  var obstacle: Failure? {
    do throws(VaultError) { try conversation.contact.price(contentBytes: 1) } catch {
      return Failure(error)
    }
    return nil
  }

  /// Warns if there is not much pad left.
  func warnOfPad() {
    guard !context.isQuiet, let warning = padWarning.news(conversation.contact) else { return }
    StandardError.warning(warning)
  }

  /// Sends a text; returns its number in this conversation.
  func send(_ text: consuming SecretBytes) throws -> Int {
    guard text.withBytes({ UTF8Check.isValid($0) }) else {
      throw Failure(
        "this is not text (UTF-8)", hint: "send it as a file: /file PATH", code: .badData)
    }
    let isBlank = text.withBytes { text in
      text.indices.allSatisfy { text[$0] <= UInt8(ascii: " ") }
    }
    if isBlank { throw Failure("the message is empty", hint: "type some text", code: .badData) }
    defer { warnOfPad() }
    return try conversation.send(.text, SecretSource(text))
  }

  /// Pad is used for good: a person who sends much at once has to enter the same line again.
  private func confirmPrice(
    _ kind: BodyHead.Kind, _ count: Int, _ name: String, asked before: Question?
  ) throws {
    // What came meanwhile may have confirmed a pad, or another command may have added one.
    let contact = try vault.current(conversation.contact)
    guard let hint = interface.confirmingHint,
      let part = try contact.largePart(kind, contentBytes: count)
    else { return }
    let question = Question.price(name: name, count: count)
    if question == before { return }
    asked = question
    throw Failure.question(
      "\(name) would use \(part) % of the pad that is left for \(contact.name): to send it, \(hint)."
    )
  }

  /// Keeps the lines of an encrypted message that come one by one, since the terminal does not mark
  /// what is pasted: they must not be sent. Any other line ends that.
  private func isPartOfMessage(_ line: Span<UInt8>, _ kind: ChatLine) throws -> Bool {
    if case .paste(let text?) = kind, interface.confirmingHint != nil, !text.contains("\n"),
      PastedMessage.begins(in: line), !PastedMessage.ends(in: line)
    {
      pastedLines = text
      StandardError.line("Waiting for the other lines of this encrypted message.")
      return true
    }
    if pastedLines.isEmpty { return false }
    guard case .text = kind, PastedMessage.mayHold(line) else {
      pastedLines = ""
      StandardError.line(
        "The encrypted message is not complete: copy it again, with its last line.")
      return false
    }
    pastedLines += "\n" + String(decoding: line.publicCopy, as: UTF8.self)
    if PastedMessage.ends(in: line) {
      defer { pastedLines = "" }
      try paste(pastedLines)
    }
    return true
  }

  /// Sends a file; returns its number.
  func send(file path: String) throws -> Int { try send(open(path)) }

  private func send(_ file: OutgoingFile) throws -> Int {
    defer { warnOfPad() }
    return try conversation.send(.file(file.name), file.content)
  }

  private func open(_ path: String) throws -> OutgoingFile {
    do throws(OutgoingFileError) {
      return try OutgoingFile(path, on: context.storage)
    } catch {
      // What fits no pad need not be sent another way.
      if case .tooLong(_, let count) = error {
        try conversation.contact.price(.file(FileName(path: path)), contentBytes: count)
      }
      throw failure(error)
    }
  }

  private func failure(_ error: OutgoingFileError) -> Failure {
    switch error {
    case .unreadable(let error):
      let missing = MissingFile(error)
      if error.code == SystemError.isLink {
        return Failure(
          "\(error.path) is a link", hint: "name the file that it points to", code: .noInput)
      }
      return Failure(
        missing?.what ?? OutgoingFileError.unreadable(error).what,
        hint: missing?.suggestion
          ?? "give its folder, too, such as Pictures/photo.jpg, or name another file",
        code: ExitStatus(error))
    case .notOrdinary: return Failure(error.what, hint: "name a file", code: .noInput)
    case .empty: return Failure(error.what, hint: "name another file", code: .noInput)
    case .tooLong:
      return Failure(
        error.what,
        hint: "run \"vernam encrypt \(ContactName.typed(conversation.contact.name)) FILE -o OUT\", "
          + "and carry or email OUT",
        code: .noInput)
    }
  }
}
