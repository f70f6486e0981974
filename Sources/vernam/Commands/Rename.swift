internal import ArgumentParser
internal import Vault

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Give a contact another name.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The contact's name now.", completion: ContactCompletion.name) var old: String
  @Argument(help: "Its new name.") var new: String

  func run() throws {
    let vault = try Context(options).openVault()
    if try vault.contact(old).name == new {
      throw Failure(
        "that is its name already", hint: "choose another name", code: .cannotCreate)
    }
    try vault.rename(old, to: new)
  }
}
