internal import ArgumentParser
internal import Vault

struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Destroy the pads that you share with a contact.")

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: "The contact; or the 32 digits of a damaged pad's id.", completion: ContactCompletion.name
  )
  var name: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    try vault.checkForgetting(name)
    if !yes {
      try Confirmation(
        question: "Destroy \(name)'s pad? Unread messages from \(name) stay unreadable. [y/N] ",
        purpose: "destroy \(name)'s pad", refusal: "nothing was destroyed"
      ).ask()
    }
    try vault.forget(name)
    context.say("destroyed \(name)'s pad; the other end still holds it: forget it there too")
  }
}
