internal import ArgumentParser
internal import Vault

struct Adopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Accept a vault that was moved, copied or restored.",
    usage: "vernam adopt [<options>]",
    discussion: """
      If anything was sent from another copy since, or if you are not sure, every pad is closed \
      for sending, for good. Receiving goes on.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Do not ask: this is the only copy left, and nothing was sent from another one.")
  var moved = false

  @Flag(name: .shortAndLong, help: "Do not ask: close every pad for sending.")
  var yes = false

  func validate() throws {
    if moved, yes { throw ValidationError("--moved and --yes exclude each other") }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let adoption = try vault.adoption()
    if !adoption.isNeeded { return context.say("nothing to adopt") }
    for line in AdoptionText.found(adoption) { context.say(line) }
    let isOnlyCopy = try moved || !yes && nothingWasSentElsewhere(adoption)
    let count = try vault.adopt(nothingSentElsewhere: isOnlyCopy)
    let pads = try vault.contacts().flatMap(\.pads)
    for line in AdoptionText.outcome(count, adoption, pads) { context.say(line) }
  }

  /// Asks, unless there is nothing to choose. An answer that is neither yes nor no decides nothing.
  private func nothingWasSentElsewhere(_ adoption: Adoption) throws -> Bool {
    if adoption.bookIsDamaged {
      try Confirmation(
        question: "Make a new contact book, and close every pad for sending for good? [y/N] ",
        purpose: "close every pad for sending", refusal: "nothing was adopted"
      ).ask()
      return false
    }
    let question = "Was anything sent from another copy of this vault since? [Y/n] "
    guard let answer = Confirmation.answer(to: question) else {
      throw Failure(
        "there is no terminal to ask whether anything was sent from another copy",
        hint: "say --moved if nothing was sent from one since, else --yes", code: .usage)
    }
    switch answer.lowercased() {
    case "n", "no": return true
    case "", "y", "yes": return false
    default:
      throw Failure("nothing was adopted", hint: "answer y or n", code: .refused)
    }
  }
}
