internal import ArgumentParser

struct Unlock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Ask for no passphrase for a while.",
    usage: "vernam unlock [<options>]",
    discussion: "The kernel keeps the key, and drops it when the time is over.")

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long: 90s, 15m, 2h or 1d, at most 7d.", valueName: "time"))
  var time = UnlockDuration(minutes: 15)

  /// The second process is run with this.
  @Flag(help: .hidden) var check = false

  func run() throws {
    let context = Context(options)
    if check { return try context.checkUnlocked() }
    let isNeeded = try context.unlock(seconds: time.seconds)
    context.say(
      isNeeded
        ? "unlocked for \(time); \"vernam lock\" ends it sooner"
        : "the vault has no passphrase: there is nothing to unlock")
  }
}
