internal import ArgumentParser
internal import Vault

struct Adopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Accept a vault that was moved, copied or restored.",
    discussion: """
      Without --moved, sending on its pads is closed for good: what was sent from another copy \
      cannot be known. Receiving goes on.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(help: "This is the one surviving copy, and nothing was sent from another one since.")
  var moved = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let count = try vault.adopt(isOnlyCopy: moved)
    if count == 0 { return context.say("nothing to adopt") }
    context.say("adopted \(count) pad\(count == 1 ? "" : "s")")
    if moved {
      for pad in try vault.contacts().flatMap(\.pads) where pad.standingClosure != nil {
        Notes.warning(pad.standingClosure!.warning(pad.contact))
      }
    } else {
      context.say("sending on them is closed for good")
    }
    context.say("another copy of this vault on this machine sends no more, either")
  }
}
