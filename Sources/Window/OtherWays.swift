internal import Pad
internal import Program
internal import Widgets

/// The steps of a meeting without the search on a network: a pad that is carried, and an address
/// that is typed.
@MainActor final class OtherWays {
  private let model: WindowModel
  private let carrying = Layout(PackageResources.carrying_ui)
  private let unsealing = Layout(PackageResources.unsealing_ui)
  private let addressing = Layout(PackageResources.addressing_ui)
  private let awaiting = Layout(PackageResources.awaiting_ui)
  private let window: Widget
  private let newPassphrase = PassphraseForm(
    "Passphrase for the pad", "Protect it and choose the stick")

  /// Adds the pages to the steps of a meeting.
  init(_ model: WindowModel, over window: Widget, to steps: Widget) {
    self.model = model
    self.window = window
    for (name, page) in [
      ("carrying", carrying["carrying"]), ("unsealing", unsealing["unsealing"]),
      ("addressing", addressing["addressing"]), ("awaiting", awaiting["awaiting"]),
    ] { steps.add(page, named: name) }
    carrying["passphrase"].set("child", newPassphrase.root)
    newPassphrase.take = { [self] in carry(SecretHandoff($0)) }
    carrying["unprotected"].on("clicked") { [self] in
      carry(SecretHandoff(SecretBytes(count: 0)))
    }
    unsealing["passphrase"].on("entry-activated") { [self] in unseal() }
    unsealing["open"].on("clicked") { [self] in unseal() }
    addressing["wait"].on("clicked") { model.awaitCall() }
    addressing["address"].on("entry-activated") { [self] in call() }
    addressing["connect"].on("clicked") { [self] in call() }
  }

  /// Lets the person choose the file with a pad from the other one.
  func takeIn(with name: String) {
    FileChooser.open("The pad on the stick", over: window) { [model] in
      model.takeIn(from: $0, with: name)
    }
  }

  private func carry(_ passphrase: SecretHandoff) {
    FileChooser.openFolder("The USB stick", over: window) { [self] folder in
      guard let passphrase = passphrase.take() else { return }
      newPassphrase.clear()
      model.carry(into: folder, passphrase)
    }
  }

  private func unseal() {
    let passphrase = unsealing["passphrase"].entered()
    if passphrase.count == 0 { return }
    unsealing["passphrase"].enter("")
    model.unseal(passphrase)
  }

  private func call() {
    model.call(addressing["address"].enteredWords())
  }

  /// No passphrase that was typed stays, nor a question where a pad is, which a locked window must not
  /// ask. An address does: the next attempt may need it.
  func clear() {
    FileChooser.dismiss()
    newPassphrase.clear()
    unsealing["passphrase"].enter("")
  }

  func beginCarrying() { newPassphrase.focus() }
  func beginUnsealing() { unsealing["passphrase"].focus() }
  func beginAddressing() { addressing["address"].focus() }

  /// Shows why the passphrase or the address is asked for again.
  func show(_ note: String?) {
    for page in [unsealing, addressing] {
      page["note"].set("visible", note != nil)
      page["note"].set("label", note ?? "")
    }
  }

  /// - Parameter failure: why an attempt before this one failed; empty if there was none.
  func show(addresses: [String], _ failure: String) {
    let words = "On the other computer, choose \"Connect by address\", and type this address."
    awaiting["awaiting"].set("description", failure + words)
    awaiting["addresses"].set("label", addresses.joined(separator: "\nor "))
  }
}
