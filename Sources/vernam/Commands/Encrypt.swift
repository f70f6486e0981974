internal import ArgumentParser
internal import Codec
internal import Pad
internal import System
internal import Vault

struct Encrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turn text into a message to paste anywhere.",
    discussion: "Reads FILE or standard input, prints one message for each name.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Who is to read it; several, with commas between.") var names: String
  @Argument(help: "The text; standard input without it, or as \"-\".") var file: String?

  @Option(name: .shortAndLong, help: "Write the message to OUT.")
  var output: String?

  @Flag(help: "Write the packet's bytes as they are, not as text.")
  var binary = false

  @Option(name: .customLong("max-chars"), help: "Split into parts of at most this many characters.")
  var maxChars: Int?

  func validate() throws {
    if binary, maxChars != nil { throw ValidationError("--binary has no parts: drop --max-chars") }
    if binary, names.contains(",") { throw ValidationError("--binary is for one name at a time") }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let names = names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard Set(names).count == names.count else {
      throw ValidationError("a name is there twice: one message for each")
    }
    for name in names { try vault.checkSending(to: name, contentBytes: 1) }
    let target = output.flatMap { $0 == "-" ? nil : $0 }.map {
      OutputFile(path: $0, replaces: true, context: context)
    }
    try target?.check()
    let text = try MessageInput.text(file, context)
    for name in names { try vault.checkSending(to: name, contentBytes: text.count) }
    try checkParts(text.count)
    var message: [UInt8] = []
    var failure: (any Error)?
    do {
      for name in names {
        let packet = try vault.send(.text, text, to: name)
        if names.count > 1 { message += Array("\(message.isEmpty ? "" : "\n")For \(name):\n".utf8) }
        message += try format(packet)
      }
    } catch { failure = error }
    // What was made for others before one failed has used their pad: they get it.
    if failure == nil || !message.isEmpty { try release(message, to: target) }
    if let failure { throw failure }
    for name in names { try warn(vault.contact(name), context) }
  }

  private func release(_ message: [UInt8], to target: OutputFile?) throws {
    do throws(SystemError) {
      if let target { return try target.write(message.span) }
      try Stream.output.write(message.span)
      try Stream.output.syncRegularFile()
    } catch {
      throw Failure(
        error.description, hint: "its pad is spent: do not rely on what was written, encrypt again",
        code: ExitStatus(error))
    }
  }

  /// Refuses a limit that the parts cannot meet while nothing is spent yet.
  private func checkParts(_ contentBytes: Int) throws {
    let count = Body.byteCount(content: contentBytes) + Packet.overheadBytes
    _ = try format([UInt8](repeating: 0, count: count))
  }

  private func format(_ packet: [UInt8]) throws -> [UInt8] {
    if binary { return packet }
    guard let maxChars else { return Armor.write(packet.span) }
    do throws(ArmorError) {
      let parts = try Armor.write(packet.span, maximumCharacters: maxChars)
      return Array(parts.joined(separator: [UInt8(ascii: "\n")]))
    } catch {
      throw Failure(
        error.description, hint: "allow more characters, or shorten the message", code: .usage)
    }
  }

  /// Running low is said before it hurts: below a tenth, below ten messages.
  private func warn(_ contact: Contact, _ context: Context) {
    let isLow = contact.send.left < contact.send.total / 10 || contact.messagesLeft < 10
    guard isLow, !context.isQuiet else { return }
    let count = contact.messagesLeft
    Notes.warning(
      "\(contact.name)'s pad is running low: \(ByteCount(contact.send.left)), "
        + "about \(count) short message\(count == 1 ? "" : "s") left")
  }
}
