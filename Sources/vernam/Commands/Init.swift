internal import ArgumentParser
internal import Pad
internal import System

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a vault, the folder that holds your pads.",
    usage: "vernam init [<options>]")

  @OptionGroup var options: GlobalOptions

  @Flag(name: .customLong("no-passphrase"), help: "Use no passphrase; ask nothing.")
  var noPassphrase = false

  func run() throws {
    let context = Context(options)
    context.warnIfMemoryIsNotLocked()
    try context.checkNoVault()
    defer { ControllingTerminal.restoreEcho() }
    try context.makeVault(
      passphrase: noPassphrase ? SecretBytes(count: 0) : context.newPassphrase())
  }
}
