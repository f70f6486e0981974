internal import ArgumentParser

struct Unlock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Unlock the vault for a while.",
    usage: "vernam unlock [<options>]",
    discussion:
      "Meanwhile, you type the passphrase only to change it or to unlock again. "
      + "\"vernam lock\" ends this sooner.")

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Stay unlocked this long, such as 2h.", valueName: "time"))
  var time = TimeLimit(minutes: 15)

  /// The second process is run with this.
  @Flag(help: .hidden) var check = false

  func run() throws {
    let context = Context(options)
    if check { return try context.checkUnlocked() }
    context.warnIfMemoryIsNotLocked()
    let isNeeded = try context.unlock(seconds: time.seconds)
    context.say(
      isNeeded
        ? "unlocked for \(time.inWords); \"vernam lock\" ends it sooner"
        : "the vault has no passphrase: there is nothing to unlock")
  }
}
