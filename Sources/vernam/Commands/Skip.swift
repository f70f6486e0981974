internal import ArgumentParser
internal import Vault

struct Skip: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip",
    abstract: "Give up on messages that did not arrive.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The contact whose messages are missing.", completion: ContactCompletion.name)
  var name: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let missing = try vault.contact(name).missing
    if missing > 0, !yes {
      try Confirmation(
        question: "Give up on \(messages(missing)) from \(name)? They can never be read. [y/N] ",
        purpose: "give up on messages from \(name)", refusal: "nothing was given up"
      ).ask()
    }
    let givenUp = try vault.skip(name)
    context.say(
      givenUp == 0
        ? "no message from \(name) is missing" : "gave up on \(messages(givenUp)) from \(name)")
  }

  private func messages(_ count: Int) -> String {
    count == 1 ? "1 missing message" : "\(count) missing messages"
  }
}
