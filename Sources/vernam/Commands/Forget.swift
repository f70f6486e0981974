internal import ArgumentParser
internal import Vault
internal import Wording

struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Destroy the pads that you share with a contact.",
    usage: "vernam forget [<options>] <name>")

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: "The contact, or the first 8 digits of a pad's id.",
    completion: ContactCompletion.name)
  var name: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let name = try Forget.whole(name, in: vault)
    let (owner, pads) = try Forget.pads(name, in: vault)
    let what = Forget.words(for: pads.count, of: owner, name)
    let removal = PadRemoval(what, count: pads.count)
    let object = removal.object
    if !yes {
      // A pad that is damaged can be destroyed, too, even if its outbox cannot be read.
      let waiting = owner.flatMap { try? Forget.waiting(on: pads, for: $0, vault) } ?? 0
      try Confirmation(
        question: "\(removal.question(losing: waiting)) [y/N] ",
        purpose: "destroy \(what)"
      ).confirm()
    }
    for pad in pads { try vault.destroyPad(pad) }
    // There, a name may stand for other pads as well; the id of a pad is the same.
    let same = owner == name ? "NAME" : String(name.prefix(8))
    context.say(
      "destroyed \(what); \(owner.map { "\($0)'s" } ?? "the other") computer may still hold \(object): "
        + "run \"vernam forget \(same)\" there, too\(owner == name ? ", where NAME is what \(name) calls you" : "")"
    )
  }

  /// How many messages in the outbox are lost with these pads.
  private static func waiting(
    on pads: [PadID], for owner: String, _ vault: Vault
  ) throws -> Int {
    try vault.outbox(of: vault.contact(owner)).count { pads.contains($0.pad) }
  }

  private static func pads(_ name: String, in vault: Vault) throws -> (String?, [PadID]) {
    do throws(VaultError) { return try vault.padsToForget(name) } catch {
      throw vault.namingNearest(error)
    }
  }

  /// `name` is the owner's name, or the pad's own digits.
  private static func words(for count: Int, of owner: String?, _ name: String) -> String {
    if owner == name { return count == 1 ? "\(name)'s pad" : "\(name)'s \(count) pads" }
    let id = name.prefix(8)
    return owner.map { "\($0)'s pad \(id)" } ?? "the pad \(id)"
  }

  /// The whole id of the pad that begins with these digits, as `status` prints them; else the name
  /// as it is.
  private static func whole(_ name: String, in vault: Vault) throws -> String {
    guard (8...32).contains(name.utf8.count), name.allSatisfy(\.isHexDigit) else { return name }
    let contacts = try vault.contacts()
    if contacts.contains(where: { $0.name == name }) { return name }
    // A whole id is not looked up: its pad may be unreadable.
    if name.utf8.count == 32 { return name.lowercased() }
    let ids = contacts.flatMap(\.pads).map(\.id.hexadecimal)
    let found = ids.filter { $0.hasPrefix(name.lowercased()) }
    if found.count == 1 { return found[0] }
    throw Failure(
      found.isEmpty
        ? "no contact is called \(name), and no pad's id begins with it"
        : "the ids of \(found.count) pads begin with \(name)",
      hint: found.isEmpty
        ? "\"vernam contacts\" lists the names, and \"vernam status --json\" the ids of the pads"
        : "type all 32 digits; \"vernam status --json\" shows them", code: .usage)
  }
}
