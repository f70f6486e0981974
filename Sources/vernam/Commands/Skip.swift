internal import ArgumentParser
internal import Vault

struct Skip: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip",
    abstract: "Give up on messages that did not arrive.",
    usage: "vernam skip [<options>] <name>")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The contact whose messages are missing.", completion: ContactCompletion.name)
  var name: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let given = try vault.contact(name).skippable
    if given != Skippable(), !yes {
      try Confirmation(
        question: question(given), purpose: "give up on messages from \(name)"
      ).confirm()
    }
    let givenUp = try vault.skip(name)
    let pad = givenUp.bytes == 0 ? "" : ": \(ByteCount(givenUp.bytes)) of pad destroyed"
    context.say(
      givenUp.messages == 0
        ? "no message from \(name) is missing\(pad)"
        : "gave up on \(messages(givenUp)) from \(name)\(pad)")
  }

  private func question(_ given: Skippable) -> String {
    let pad = ByteCount(given.bytes)
    if given.messages == 0 {
      return
        "No message from \(name) is missing. Destroy \(pad) of older pad that no message used? "
        + "[y/N] "
    }
    return "Give up on \(messages(given)) from \(name), and destroy \(pad) of pad? "
      + "\(given.messages == 1 ? "It" : "They") can never be read. [y/N] "
  }

  private func messages(_ given: Skippable) -> String {
    given.messages == 1 ? "1 missing message" : "\(given.messages) missing messages"
  }
}
