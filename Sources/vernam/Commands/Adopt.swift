internal import ArgumentParser
internal import Vault

struct Adopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Accept a vault that was moved, copied or restored.",
    discussion: """
      Without --moved, sending on its pads is closed for good: what was sent from another copy \
      cannot be known. Receiving goes on.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(help: "This is the one surviving copy, and nothing was sent from another one since.")
  var moved = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    if !moved && !yes { try confirm(vault) }
    let count = try vault.adopt(isOnlyCopy: moved)
    if count == 0 { return context.say("nothing to adopt") }
    context.say("adopted \(count) pad\(count == 1 ? "" : "s")")
    if moved {
      let closed = try vault.contacts().filter { $0.pads.contains { $0.standingClosure != nil } }
      for contact in closed {
        let closure = contact.pads.compactMap(\.standingClosure).first!
        Notes.warning(closure.warning(contact.name))
      }
      // An older copy is closed, and not the one that it is older than.
      if !closed.isEmpty { return }
    } else {
      context.say("sending on \(count == 1 ? "it" : "them") is closed for good")
    }
    context.say("another copy of this vault on this machine sends no more")
  }

  /// Nothing opens again what this closes.
  private func confirm(_ vault: Vault) throws {
    let count = try vault.overview().contacts.flatMap(\.pads).filter(\.isMoved).count
    if count == 0 { return }
    let pads = count == 1 ? "the pad" : "\(count) pads"
    try Confirmation(
      question:
        "Close sending on \(pads) for good, here and in copies on this machine? --moved keeps it, if nothing was sent from another. [y/N] ",
      purpose: "close sending for good", refusal: "nothing was adopted"
    ).ask()
  }
}
