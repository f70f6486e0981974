internal import ArgumentParser
internal import Vault
internal import Wording

struct Adopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Use a vault that was moved, copied or restored.",
    usage: "vernam adopt [<options>]",
    discussion: """
      Asks whether you have sent anything since this copy was made. If you have, or are not sure, \
      you can never send on these pads again, only read.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Promise: only copy left; nothing sent since copying.")
  var moved = false

  @Flag(name: .shortAndLong, help: "Stop sending on every pad for good; do not ask.")
  var yes = false

  func validate() throws {
    if moved, yes { throw ValidationError("use only one of --moved and --yes") }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let adoption = try vault.adoption()
    if !adoption.isNeeded {
      for line in AdoptionText.unneeded(try vault.contacts().flatMap(\.pads)) { context.say(line) }
      return
    }
    for line in AdoptionText.found(adoption) { context.say(line) }
    let isOnlyCopy = try moved || !yes && nothingWasSentElsewhere(adoption)
    try vault.adopt(nothingSentElsewhere: isOnlyCopy)
    let pads = try vault.contacts().flatMap(\.pads)
    let renaming =
      "\"vernam contacts\" lists what they are called now; run \"vernam rename OLD NEW\" for each"
    for line in AdoptionText.outcome(adoption, pads, renaming: renaming) { context.say(line) }
  }

  /// Asks, unless there is nothing to choose.
  private func nothingWasSentElsewhere(_ adoption: Adoption) throws -> Bool {
    if adoption.bookIsDamaged {
      try Confirmation(
        question: "\(AdoptionText.newBook) [y/N] ",
        purpose: "make a new contact book and stop sending on every pad"
      ).confirm()
      return false
    }
    let wasSent = try Confirmation.isYes(
      AdoptionText.question(adoption), yes: AdoptionText.ifSent, no: AdoptionText.ifNotSent,
      ifEmpty: true)
    guard let wasSent else {
      throw Failure(
        "vernam needs a terminal to ask whether anything was sent from another copy",
        hint:
          "add --moved if this is the only copy left, and nothing was sent, here or elsewhere, "
          + "after it was made; if not, or if you are not sure, add --yes: you can then still "
          + "read, but never send on these pads again", code: .usage)
    }
    return !wasSent
  }
}
