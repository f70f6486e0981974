internal import ArgumentParser
internal import Vault
internal import Wording

struct Skip: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip",
    abstract: "Skip messages that did not arrive.",
    usage: "vernam skip [<options>] <name>")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The contact whose messages are missing.", completion: ContactCompletion.name)
  var name: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let contact = try vault.contact(named: name)
    let given = contact.skippable
    if given != Skippable() {
      // A chat may offer files that count as missing until they are saved.
      _ = try vault.lockConversation(with: contact)
      if !yes {
        try Confirmation(
          question: question(contact), purpose: "skip messages from \(name)"
        ).confirm()
      }
    }
    let givenUp = try vault.skip(name)
    let pad = givenUp.bytes == 0 ? "" : ": \(ByteCount(givenUp.bytes)) of pad destroyed"
    context.say(
      givenUp.messages == 0
        ? "no message from \(name) is missing\(pad)"
        : "skipped \(messages(givenUp)) from \(name)\(pad)")
  }

  private func question(_ contact: Contact) -> String {
    let given = contact.skippable
    if given.messages == 0 {
      return
        "No message from \(name) is missing. Destroy \(ByteCount(given.bytes)) of older pad that no message used? "
        + "[y/N] "
    }
    let loss =
      given.messages == 1
      ? "You can never read it after that, even if it comes"
      : "You can never read any of them after that, even if they come; you cannot skip only some"
    return
      "Skip \(numbers(contact)) from \(name)? \(loss). Later messages can still be read. If you use "
      + "vernam chat, first save the files that it offers. [y/N] "
  }

  /// Numbers start again with each pad, so those of several pads are counted.
  private func numbers(_ contact: Contact) -> String {
    let lists = contact.pads.map(\.missing).filter { !$0.isEmpty }
    return lists.count == 1
      ? MessageNumbers.namedList(lists[0]) : messages(contact.skippable)
  }

  private func messages(_ given: Skippable) -> String {
    given.messages == 1 ? "1 missing message" : "\(given.messages) missing messages"
  }
}
