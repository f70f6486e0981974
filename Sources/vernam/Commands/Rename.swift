internal import ArgumentParser
internal import Vault

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Give a contact another name.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The contact's name now.", completion: ContactCompletion.name) var old: String
  @Argument(help: "Its new name.") var new: String

  @Flag(help: "There is a contact of that name, and both are the same person: put them together.")
  var merge = false

  func run() throws {
    let vault = try Context(options).openVault()
    if try vault.contact(old).name == new {
      throw Failure(
        "that is its name already", hint: "choose another name", code: .cannotCreate)
    }
    try vault.rename(old, to: new, merging: merge)
  }
}
