internal import ArgumentParser
internal import System
internal import Vault

struct Decrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Read messages that were pasted from anywhere.",
    usage: "vernam decrypt [<options>] [<files> ...]",
    discussion: "Finds whose they are. Reads FILEs or standard input, prints text, stores files.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The messages; standard input without it, or as \"-\".", completion: .file())
  var files: [String] = []

  @Option(name: .shortAndLong, help: "Write the text or file to OUT.", completion: .file())
  var output: String?

  @Flag(help: "Let a file be replaced.")
  var force = false

  @Flag(help: "Read what is on the clipboard.")
  var paste = false

  @Flag(help: "Show a text word by word, and leave nothing of it on the screen.")
  var reveal = false

  func validate() throws {
    if reveal, output != nil { throw ValidationError("--reveal and -o exclude each other") }
    if paste, !files.isEmpty { throw ValidationError("--paste takes the place of FILE") }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    if let output, output != "-" {
      try OutputFile(path: output, replaces: force, context: context).check()
    }
    let screen = reveal ? try RevealTerminal() : nil
    let input = MessageInput(vault: vault, context: context)
    let messages = try paste ? input.pasted() : input.messages(files)
    if messages.count > 1, reveal || output ?? "-" != "-" {
      let option = reveal ? "--reveal" : "-o"
      throw Failure(
        "there are \(messages.count) messages: \(option) takes one at a time",
        hint: "leave \(option) out, or give one of them", code: .usage)
    }
    let reader = MessageReader(
      vault: vault, output: output, replaces: force, screen: screen, context: context)
    // The screen handles signals itself.
    if reveal { return try reader.read(messages) }
    try EndingSignals.reporting { try reader.read(messages) }
  }
}
