internal import ArgumentParser

struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Lock the vault, so that commands ask for the passphrase.",
    usage: "vernam lock [<options>]")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let context = Context(options)
    guard try context.hasPassphrase() else {
      return context.say("the vault has no passphrase: there is nothing to lock")
    }
    let wasUnlocked = try context.lock()
    context.say(wasUnlocked ? "locked" : "the vault was locked already")
  }
}
