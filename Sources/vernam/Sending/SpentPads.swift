internal import System
internal import Vault

/// The contacts whose pads a command has spent, for errors if not all of its messages went out.
struct SpentPads {
  /// Contacts whose messages were made.
  private let made: [String]
  /// The contact whose pad was spent without a message.
  private var lost: String?
  private var isCertain = true
  let areSeveral: Bool

  /// - Parameter failure: why the message after those that were `made` failed.
  init(_ made: [String], _ failure: (any Error)?, areSeveral: Bool) {
    self.made = made
    self.areSeveral = areSeveral
    if case VaultError.spentInVain(let name, let isCertain, _)? = failure {
      lost = name
      self.isCertain = isCertain
    }
  }

  private var names: [String] { made + (lost.map { [$0] } ?? []) }
  var isNone: Bool { names.isEmpty }

  /// Which pads are gone.
  private var description: String {
    let verb = isCertain ? names.count == 1 ? "is" : "are" : "may be"
    if !areSeveral { return "the part of the pad for this message \(verb) used up" }
    let (part, message) = names.count == 1 ? ("part", "message") : ("parts", "messages")
    let people = names.joined(separator: ", ")
    return "the \(part) of the pad for the \(message) to \(people) \(verb) used up"
  }

  /// Why nothing went out.
  var stopped: Failure {
    let error = SystemError("encrypt", names[0], code: SystemError.interrupted)
    return Failure(
      error.description, hint: "\(description), and no message was made: encrypt again",
      code: ExitStatus(error))
  }

  /// - Parameter untouched: the file that is unchanged; nil if a part may have been written.
  func unreleased(_ error: SystemError, untouched: OutputFile?) -> Failure {
    let rest =
      untouched.map { "and \($0.path) is as it was: encrypt again" }
      ?? "and the message may be cut short: encrypt again"
    return Failure(error.description, hint: "\(description), \(rest)", code: ExitStatus(error))
  }

  /// The failure for the other contacts, with the names of those whose messages are good.
  func explained(_ failure: any Error) -> any Error {
    if made.isEmpty { return failure }
    var failure = Failure(failure)
    failure.what += "; you can send the messages for \(made.joined(separator: ", "))"
    return failure
  }
}
