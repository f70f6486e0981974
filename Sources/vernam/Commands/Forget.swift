internal import ArgumentParser
internal import System
internal import Vault

struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Destroy the pads that you share with a contact.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The contact; or the 32 digits of a damaged pad's id.") var name: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    try vault.checkForgetting(name)
    if !yes { try confirm() }
    try vault.forget(name)
    context.say("destroyed \(name)'s pad")
  }

  private func confirm() throws {
    let question = "Destroy \(name)'s pad? Unread messages from \(name) stay unreadable. [y/N] "
    guard let answer = ControllingTerminal.ask(question) else {
      throw Failure(
        "there is no terminal to ask whether to destroy \(name)'s pad", hint: "say --yes",
        code: .usage)
    }
    guard ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure("nothing was destroyed", hint: "answer y to go on", code: .refused)
    }
  }
}
