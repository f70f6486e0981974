internal import ArgumentParser
internal import Pad

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a vault.",
    usage: "vernam init [<options>]")

  @OptionGroup var options: GlobalOptions

  @Flag(name: .customLong("no-passphrase"), help: "Make it without a passphrase; ask nothing.")
  var noPassphrase = false

  func run() throws {
    let context = Context(options)
    context.warnIfMemoryIsNotLocked()
    try context.checkNoVault()
    try context.makeVault(
      passphrase: noPassphrase ? SecretBytes(count: 0) : context.newPassphrase())
  }
}
