internal import ArgumentParser
internal import Codec
internal import Pad
internal import System
internal import Vault

struct Encrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Turn text or a file into a message to paste anywhere.",
    discussion: "Reads FILE or standard input, prints one message for each name.")

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: "Who is to read it; several, with commas between.", completion: ContactCompletion.list)
  var names: String
  @Argument(help: "What to send; standard input without it, or as \"-\".", completion: .file())
  var file: String?

  @Option(name: .shortAndLong, help: "Write the message to OUT.", completion: .file())
  var output: String?

  @Flag(help: "Write the packet's bytes as they are, not as text.")
  var binary = false

  @Flag(help: "Draw the packet as QR codes.")
  var qr = false

  @Option(name: .customLong("max-chars"), help: "Split into parts of at most this many characters.")
  var maxChars: Int?

  @Flag(help: "Put the message on the clipboard.")
  var copy = false

  @Flag(name: .customLong("dry-run"), help: "Say what it would cost, and send nothing.")
  var dryRun = false

  func validate() throws {
    try checkNames()
    if binary, maxChars != nil { throw ValidationError("--binary has no parts: drop --max-chars") }
    if binary, qr { throw ValidationError("--binary and --qr exclude each other") }
    if qr, maxChars != nil {
      throw ValidationError("--qr makes parts of its own: drop --max-chars")
    }
    if copy, binary || qr { throw ValidationError("--copy is for text: drop --binary and --qr") }
    if copy, output != nil { throw ValidationError("--copy and -o exclude each other") }
    if copy, names.contains(",") { throw ValidationError("--copy is for one name at a time") }
    if binary, names.contains(",") { throw ValidationError("--binary is for one name at a time") }
  }

  private var list: [String] {
    names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private func checkNames() throws {
    var known: Set<String> = []
    for name in list {
      if name.isEmpty {
        throw ValidationError("a name is empty: write several as bob,carol without a space")
      }
      if !known.insert(name).inserted {
        throw ValidationError("\(name) is named twice: name each person once")
      }
    }
  }

  func run() throws {
    let context = Context(options)
    if binary, !dryRun, isOnScreen {
      throw Failure(
        "these bytes are not for a terminal",
        hint: "name a file with -o OUT, or send them into a pipe", code: .usage)
    }
    let vault = try context.openVault(for: dryRun ? .reading : .changing)
    let contacts = try list.map { try vault.contact($0) }
    for contact in contacts { try contact.price(contentBytes: 1) }
    let target = output.flatMap { $0 == "-" || dryRun ? nil : $0 }.map {
      OutputFile(path: $0, replaces: true, context: context)
    }
    try target?.check()
    let clipboard = copy && !dryRun ? try Clipboard() : nil
    let content = try MessageContent(file, context, vault, goal: target) { count in
      for contact in contacts { try contact.price(contentBytes: count) }
    }
    warnOfName(content, context)
    let text = PacketText(form: try form(context))
    let message = OutgoingMessage(
      vault: vault, contacts: contacts, content: content, text: text, clipboard: clipboard,
      context: context)
    if dryRun { return try message.show() }
    try EndingSignals.reporting { try message.send(to: target) }
  }

  private func warnOfName(_ content: MessageContent, _ context: Context) {
    guard case .file(let name) = content.kind, name.usable == nil, !context.isQuiet else { return }
    let why =
      name.bytes.isEmpty
      ? "this is not text, and has no name" : "this file's name cannot be used there"
    StandardError.warning("\(why): it has to be decrypted with -o OUT")
  }

  private var isOnScreen: Bool { Stream.output.isTerminal && (output ?? "-") == "-" }

  private func form(_ context: Context) throws -> PacketText.Form {
    if binary { return .binary }
    return qr
      ? .codes(try QRPage(isOnScreen: isOnScreen, isASCII: context.isASCII))
      : .armor(maximumCharacters: maxChars)
  }
}
