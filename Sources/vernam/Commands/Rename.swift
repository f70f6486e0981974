internal import ArgumentParser
internal import Vault

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a contact another name.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The contact's name now.", completion: ContactCompletion.name) var old: String
  @Argument(help: "Its new name.") var new: String

  @Flag(help: "There is a contact of that name, and both are the same person: put them together.")
  var merge = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    if try vault.contact(old).name == new {
      throw Failure(
        "that is its name already", hint: "choose another name", code: .cannotCreate)
    }
    if merge, !yes, (try? vault.contact(new)) != nil {
      try Confirmation(
        question: "Are \(old) and \(new) the same person? This cannot be undone. [y/N] ",
        purpose: "put \(old) and \(new) together", refusal: "nothing was changed"
      ).ask()
    }
    let before = try closures(vault)
    try vault.rename(old, to: new, merging: merge)
    context.say(merge ? "\(old)'s pads are \(new)'s now" : "\(old) is \(new) now")
    for (pad, closure) in try closures(vault) where before[pad] == nil {
      Notes.warning(closure.warning(new))
      break
    }
  }

  /// Why pads send no more, by their ids.
  private func closures(_ vault: Vault) throws -> [PadID: SendingClosure] {
    let pads = try vault.contacts().flatMap(\.pads).filter { [old, new].contains($0.contact) }
    return Dictionary(
      uniqueKeysWithValues: pads.compactMap { pad in pad.standingClosure.map { (pad.id, $0) } })
  }
}
