internal import ArgumentParser
internal import System
internal import Vault
internal import Wording

struct Contacts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contacts",
    abstract: "List the people you share a pad with.",
    usage: "vernam contacts [<options>]")

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault(for: .reading)
    let names = try vault.contacts().map(\.name)
    let damages = vault.damagesOfLists()
    for damage in damages { StandardError.warning(damage.what) }
    if json {
      try StandardOutput.line(
        JSON.object([("contacts", .array(names.map(JSON.string)))]).description)
    } else {
      if names.isEmpty, damages.isEmpty {
        context.say("\(VaultError.noContacts.what): \(VaultError.noContacts.hint)")
      }
      // A terminal shows what is unseen in a name; a program gets the name itself.
      if Stream.output.isTerminal { return try StandardOutput.prose(names, indent: 2) }
      for name in names { try StandardOutput.line(name) }
    }
  }
}
