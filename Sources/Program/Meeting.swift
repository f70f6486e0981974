/// A pairing, as the two people see it.
package struct Meeting: Equatable, Sendable {
  package enum Step: Equatable, Sendable {
    /// The person types the other one's name.
    case naming
    case searching(String)
    /// Several computers are pairing here: which one is beside this one?
    case choosing([String])
    /// Each person types the code of the other screen.
    case comparing(code: String, note: String?)
    /// This end's person has typed the right code.
    case waiting(code: String)
    /// The note says how much is there and how long it takes, or why it does not go on.
    case transferring(bytes: Int, total: Int, note: String)
    case checking
    case done(String)
    case failed(Problem)
  }

  /// What the other person is called here.
  package internal(set) var name = ""
  package internal(set) var step = Step.naming
  /// What the two computers are called for this pairing, so that people can compare.
  package internal(set) var ownName: String?
  package internal(set) var otherName: String?
  /// Why an attempt before this one failed.
  package internal(set) var lastFailure: Problem?

  /// Whether something goes on that has to be stopped before the page is left.
  package var isUnderWay: Bool {
    switch step {
    case .naming, .done, .failed: false
    default: true
    }
  }
}
