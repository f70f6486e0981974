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
    let count = try context.openVault().adopt(isOnlyCopy: moved)
    let what = "adopted \(count) pad\(count == 1 ? "" : "s")"
    context.say(count == 0 || moved ? what : what + "; sending on them is closed for good")
  }
}
