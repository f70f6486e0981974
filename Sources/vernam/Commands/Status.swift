internal import ArgumentParser
internal import Vault
internal import Wording

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how much pad is left.",
    usage: "vernam status [<options>] [<name>]")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "One contact, in detail.", completion: ContactCompletion.name) var name: String?

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault(for: .reading)
    let contacts = try name.map { [try vault.contact(named: $0)] } ?? vault.contacts()
    let damages = (name == nil ? vault.damagesOfLists() : []) + contacts.compactMap(\.damage)
    for damage in damages { StandardError.warning(damage.what) }
    if contacts.contains(where: { $0.pads.contains(where: \.isMoved) }) {
      let moved = VaultError.moved(path: vault.directory)
      StandardError.warning(moved.what, hint: moved.hint)
    }
    var undelivered: [ContactID: Int] = [:]
    for contact in contacts { undelivered[contact.id] = try vault.undelivered(to: contact) }
    if json { return try StandardOutput.line(StatusJSON.value(contacts, undelivered).description) }
    if contacts.isEmpty, damages.isEmpty {
      context.say(
        "You share no pad with anybody yet: meet somebody, and both of you run "
          + "\"vernam pair NAME\"")
    }
    let lines =
      name == nil && !options.verbose
      ? StatusText.summaries(contacts, undelivered)
      : Array(
        contacts.map {
          StatusText.lines(
            $0, undelivered: undelivered[$0.id] ?? 0, isDetailed: options.verbose)
        }.joined(separator: [""]))
    try StandardOutput.prose(lines, indent: StatusText.margin)
  }
}
