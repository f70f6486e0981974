internal import Exchange
internal import System
internal import Vault
internal import Wording

// What /copy and /drop do.
extension ChatActions {
  /// Gives up the last message that has not arrived; asks first if somebody sits there.
  func drop(asked before: Question?) throws {
    let name = conversation.contact.name
    let all = try vault.outbox(of: conversation.contact)
    guard let last = all.last else {
      return StandardError.line(
        "No message is waiting for \(name). One that has arrived cannot be taken back.")
    }
    let question = Question.drop(last.receipt)
    if let hint = interface.confirmingHint, question != before {
      let birth = try vault.packet(last)?.file.attributes().birth
      let written = birth.map { ", written \(LocalTime.text($0))" } ?? ""
      let isQuoted = conversation.number(of: last).map(interface.quote) ?? false
      let which = isQuoted ? "this message" : "your last message that has not arrived"
      let effect =
        conversation.hasLeft(last)
        ? "It has already left, so \(name) may still read or save it."
        : "\(name) will see that a message is missing once a later one arrives."
      asked = question
      throw Failure.question("Take back \(which)\(written)? \(effect) To take it back, \(hint).")
    }
    if try !conversation.drop(last) {
      StandardError.line("It was not removed: it has probably just arrived.")
    }
  }

  /// Copies the last message that has not arrived, to be pasted elsewhere.
  func copy() throws {
    let name = conversation.contact.name
    let all = try vault.outbox(of: conversation.contact)
    let messages = try WaitingMessages(
      Array(all.suffix(1)), number: all.count, for: name, in: vault)
    if messages.count == 0 { return StandardError.line("No message is waiting for \(name).") }
    let otherwise =
      "run \"vernam outbox \(ContactName.typed(name)) \(all.count)\" in another terminal"
    var isSure = false
    do { try interface.alone { isSure = try messages.copy() } } catch {
      var failure = Failure(error)
      failure.hint = otherwise
      throw failure
    }
    StandardError.line(
      "Copied your last message that has not arrived"
        + (isSure ? "." : ", if this terminal allows it. If not, \(otherwise)."))
  }
}
