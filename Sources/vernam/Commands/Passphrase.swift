internal import ArgumentParser
internal import Pad
internal import System
internal import Vault

struct Passphrase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase",
    abstract: "Change the passphrase of the vault.",
    usage: "vernam passphrase [<options>]",
    discussion: "Asks for the old one, if there is one, then twice for the new one.")

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .customLong("new-passphrase-file"),
    help: ArgumentHelp("Read the new passphrase from this file.", valueName: "file"),
    completion: .file())
  var newPassphraseFile: String?

  @Flag(
    name: .customLong("no-passphrase"), help: "Remove the passphrase; ask only for the old one.")
  var noPassphrase = false

  func validate() throws {
    if newPassphraseFile != nil, noPassphrase {
      throw ValidationError("use only one of --new-passphrase-file and --no-passphrase")
    }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault(asksAlways: true)
    defer { ControllingTerminal.restoreEcho() }
    let new =
      noPassphrase
      ? SecretBytes(count: 0)
      : try context.otherPassphrase(from: newPassphraseFile, removes: vault.hasPassphrase)
    let had = vault.hasPassphrase
    try vault.changePassphrase(to: new, cost: context.cost(of: new))
    let result =
      switch (had, new.count > 0) {
      case (true, true): "changed the passphrase of"
      case (true, false): "removed the passphrase of"
      case (false, true): "set a passphrase for"
      case (false, false): "there is still no passphrase for"
      }
    context.say("\(result) \(vault.directory)")
    context.tell(of: new)
  }
}
