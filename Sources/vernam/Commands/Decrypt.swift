internal import ArgumentParser
internal import System
internal import Vault

struct Decrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Read a message that you received.",
    usage: "vernam decrypt [<options>] [<files> ...]",
    discussion:
      "Reads what you paste, or the files that you name. Prints text; saves anything else under its own name."
  )

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Read these files; without any, what you paste.", completion: .file())
  var files: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Save the text or file under this name.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @Flag(help: "Read the message from the clipboard.")
  var paste = false

  @Flag(help: "Show it word by word; leave nothing on the screen.")
  var reveal = false

  @Flag(help: "Print one line of JSON for each message.")
  var json = false

  func validate() throws {
    if reveal, json { throw ValidationError("use only one of --reveal and --json") }
    if reveal, output != nil { throw ValidationError("use only one of --reveal and -o") }
    if paste, !files.isEmpty {
      throw ValidationError("--paste reads the clipboard: leave out the file")
    }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    if let output, output != "-" {
      try OutputFile(path: output, replaces: force, context: context).check()
    }
    try refuseCopy(vault)
    let screen = reveal ? try RevealTerminal() : nil
    try refuseNoFiles(vault)
    let input = MessageInput(vault: vault, context: context)
    let messages = try paste ? input.pasted() : input.messages(files)
    if messages.count > 1, reveal || output ?? "-" != "-" {
      let option = reveal ? "--reveal" : "-o"
      throw Failure(
        "these are \(messages.count) messages, but \(option) works with only one",
        hint: "leave out \(option), or decrypt them one by one", code: .usage)
    }
    let reader = MessageReader(
      vault: vault, output: output, replaces: force, isJSON: json,
      revealing: screen.map { ($0, revealCommand) }, context: context)
    // The screen handles signals itself.
    if reveal { return try reader.read(messages) }
    defer { input.strayEnd.take() }
    try EndingSignals.reporting { try reader.read(messages) }
  }

  /// The command line, for a hint.
  private var revealCommand: String {
    let words = paste ? ["--paste"] : files.map(ContactName.typed)
    return (["vernam decrypt --reveal"] + words).joined(separator: " ")
  }

  /// A copied vault reads nothing until it is adopted. Says so before the person pastes a message.
  private func refuseCopy(_ vault: Vault) throws {
    let pads = try vault.contacts().flatMap(\.pads)
    if !pads.isEmpty, pads.allSatisfy(\.isMoved) { throw VaultError.moved(path: vault.directory) }
  }

  /// A contact's name, as after `encrypt NAME`, or the message itself where a file belongs.
  private func refuseNoFiles(_ vault: Vault) throws {
    guard let name = files.first, name != "-", Decrypt.isNoFile(name) else { return }
    if try vault.contacts().contains(where: { $0.name == name }) {
      throw Failure(
        "decrypt takes no name, and there is no file \(name)",
        hint: "run \"vernam decrypt\" and paste the message: it says who wrote it", code: .usage)
    }
    if name.contains("/") || MissingFile(path: name).isPlain { return }
    throw Failure(
      "there is no file of that name",
      hint: "run \"vernam decrypt\" and press Enter; then paste the message", code: .noInput)
  }

  private static func isNoFile(_ name: String) -> Bool {
    do throws(SystemError) { return try Disk().attributes(at: name) == nil } catch {
      return error.code == SystemError.nameTooLong
    }
  }
}
