internal import ArgumentParser
internal import Vault

struct Contacts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contacts",
    abstract: "List the people you share a pad with.")

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let (contacts, damage) = try Context(options).openVault(for: .reading).overview()
    if let damage { Notes.warning(damage.description) }
    let names = contacts.map(\.name)
    if json {
      try Results.line(JSON.object([("contacts", .array(names.map(JSON.string)))]).description)
    } else {
      for name in names { try Results.line(name) }
    }
  }
}
