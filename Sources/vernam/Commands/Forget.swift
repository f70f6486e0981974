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
    let what = try vault.whatIsForgotten(name)
    if !yes {
      try Confirmation(
        question:
          "Destroy \(what)? Messages under it that you did not read stay unreadable. [y/N] ",
        purpose: "destroy \(what)", refusal: "nothing was destroyed"
      ).ask()
    }
    let damage = try vault.forget(name)
    context.say("destroyed \(what); the other end still holds it: forget it there too")
    guard let damage else { return }
    Notes.warning("a pad that does not say whose it is remains: it may be one of \(name)'s")
    throw damage
  }
}
