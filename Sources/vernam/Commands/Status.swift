internal import ArgumentParser
internal import Vault

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Say what is left.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "One contact only.") var name: String?

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault(for: .reading)
    let contacts = try name.map { [try vault.contact($0)] } ?? vault.contacts()
    if name == nil, let damage = try vault.damage() { Notes.warning(damage.description) }
    if json { return try Results.line(StatusJSON.value(contacts).description) }
    if contacts.isEmpty {
      context.say("no contacts yet: meet somebody and run \"vernam pair NAME\"")
    }
    for (number, contact) in contacts.enumerated() {
      if number > 0 { try Results.line("") }
      for line in StatusText.lines(contact) { try Results.line(line) }
    }
  }
}
