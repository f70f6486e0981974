internal import ArgumentParser
internal import Codec
internal import Pad
internal import System
internal import Vault

struct Encrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Turn text or a file into a message to paste anywhere.",
    discussion: "Type your text, or name a file. Prints one message for each person.")

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: "The person to write to; several: bob,carol.", completion: ContactCompletion.list)
  var names: String
  @Argument(help: "The file to send; without it, what you type.", completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Save the message in this file, even if it exists.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Write raw bytes, half as long, for files and pipes.")
  var binary = false

  @Flag(help: "Show the message as QR codes.")
  var qr = false

  @Option(
    name: .customLong("max-chars"),
    help: ArgumentHelp(
      "Split into parts of at most this many characters.", valueName: "number"))
  var maxChars: Int?

  @Flag(help: "Copy the message to the clipboard.")
  var copy = false

  @Flag(name: .customLong("dry-run"), help: "Show how much pad it would use; send nothing.")
  var dryRun = false

  func validate() throws {
    try checkNames()
    if binary, maxChars != nil {
      throw ValidationError("--binary cannot be split: leave out --max-chars")
    }
    if binary, qr { throw ValidationError("use only one of --binary and --qr") }
    if qr, maxChars != nil {
      throw ValidationError("--qr splits the message itself: leave out --max-chars")
    }
    if copy, binary || qr {
      throw ValidationError("--copy works with text only: leave out --binary and --qr")
    }
    if copy, output != nil { throw ValidationError("use only one of --copy and -o") }
    if copy, names.contains(",") { throw ValidationError("--copy works for one person at a time") }
    if binary, names.contains(",") {
      throw ValidationError("--binary works for one person at a time")
    }
  }

  private var list: [String] {
    names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private func checkNames() throws {
    var known: Set<String> = []
    for name in list {
      if name.isEmpty {
        throw ValidationError("a name is missing: write several as bob,carol without spaces")
      }
      if !known.insert(name).inserted {
        throw ValidationError("\(name) is named twice: write each name once")
      }
    }
  }

  func run() throws {
    let context = Context(options)
    if binary, !dryRun, isOnScreen {
      throw Failure(
        "a terminal cannot show these bytes",
        hint: "save them with -o FILE, or leave out --binary", code: .usage)
    }
    let vault = try context.openVault(for: dryRun ? .reading : .changing)
    let contacts = try list.map { try contact($0, in: vault) }
    for contact in contacts { try contact.price(contentBytes: 1) }
    let target = output.flatMap { $0 == "-" || dryRun ? nil : $0 }.map {
      OutputFile(path: $0, replaces: true, context: context)
    }
    try target?.check()
    let clipboard = copy && !dryRun ? try Clipboard() : nil
    // If the window is too small for it, the person should know before typing the message.
    let text = PacketText(form: try form(context))
    let content = try MessageContent(file, context, vault, goal: target) { count in
      for contact in contacts { try contact.price(contentBytes: count) }
    }
    warnOfName(content, context)
    let message = OutgoingMessage(
      vault: vault, contacts: contacts, content: content, text: text, clipboard: clipboard,
      context: context)
    if dryRun { return try message.show() }
    let attachment = try isTooLong(message) ? Attachment(for: file, context) : nil
    let numbers = try EndingSignals.reporting { try message.send(to: target ?? attachment?.target) }
    defer { content.strayEnd.take() }
    if let target, Stream.errors.isTerminal { context.say(written(to: target.path, numbers)) }
    guard let attachment else { return }
    let isText = if case .text = content.kind { true } else { false }
    context.say(try attachment.note(number: numbers[0], to: list[0], isText: isText))
  }

  private func written(to path: String, _ numbers: [Int]) -> String {
    numbers.count == 1
      ? "Message \(numbers[0]) to \(list[0]) is in \(path)." : "Written to \(path)."
  }

  /// Whether the message would scroll off a screen to which the person did not send it on purpose.
  private func isTooLong(_ message: OutgoingMessage) throws -> Bool {
    guard isOnScreen, output == nil, !copy, !qr, maxChars == nil, list.count == 1,
      let layout = try message.text.layout(message.packetBytes)
    else { return false }
    return layout.rows(columns: Stream.output.columns) > Stream.output.rows
  }

  private func warnOfName(_ content: MessageContent, _ context: Context) {
    guard case .file(let name) = content.kind, name.usable == nil, !context.isQuiet else { return }
    let why =
      name.bytes.isEmpty
      ? "this is not text and has no file name" : "the other computer cannot use this file's name"
    StandardError.warning("\(why): the reader must run \"vernam decrypt -o FILE\"")
  }

  private var isOnScreen: Bool { Stream.output.isTerminal && (output ?? "-") == "-" }

  private func form(_ context: Context) throws -> PacketText.Form {
    if binary { return .binary }
    return qr
      ? .codes(try QRPage(isOnScreen: isOnScreen, isASCII: context.isASCII))
      : .armor(maximumCharacters: maxChars)
  }
}
