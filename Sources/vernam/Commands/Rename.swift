internal import ArgumentParser
internal import Vault
internal import Wording

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a contact another name.",
    usage: "vernam rename [<options>] <old> <new>")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The current name.", completion: ContactCompletion.name) var old: String
  @Argument(help: "The new name.") var new: String

  @Flag(help: "Merge two contacts for the same computer.")
  var merge = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let contact = try vault.contact(named: old)
    if old == new {
      throw Failure(
        "the old and the new name are the same", hint: "choose another name", code: .cannotCreate)
    }
    let other = merge ? try vault.contact(named: new) : nil
    if merge, !yes {
      try Confirmation(
        question:
          "Are \(old) and \(new) the same person, with the same vault on the same computer? If one person has two "
          + "computers, keep two contacts. This cannot be undone. [y/N] ",
        purpose: "merge \(old) and \(new)"
      ).confirm()
    }
    try vault.rename(old, to: new, merging: merge)
    guard let other else {
      context.say("\(old) is now called \(new)")
      if let twin = NearestWord.lookalike(of: new, among: try vault.contacts().map(\.name)) {
        StandardError.warning(
          "you also have a contact \(twin): to give this one another name, run "
            + "\"vernam rename \(ContactName.typed(new)) NAME\"")
      }
      return
    }
    context.say("\(old)'s pads now belong to \(new)")
    let open = Set((contact.pads + other.pads).filter { $0.closure == nil }.map(\.id))
    let closed = try vault.contact(new).pads.first { $0.closure != nil && open.contains($0.id) }
    if let closure = closed?.closure {
      StandardError.warning(closure.warning(new), hint: closure.hint(new))
    }
  }
}
