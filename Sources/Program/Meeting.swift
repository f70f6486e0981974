internal import Exchange

/// A pairing, as the two people see it.
package struct Meeting: Sendable {
  package enum Step: Equatable, Sendable {
    /// The person types the other one's name, and says how they meet.
    case naming
    /// The person chooses a folder for a pad that is carried, and whether it gets a passphrase.
    case carrying
    /// The carried file needs its passphrase; the note says why it is asked for again.
    case unsealing(note: String?)
    /// The person types the other computer's address, or waits; the note says what is wrong with it.
    case addressing(note: String?)
    /// The other computer can connect to any of these addresses.
    case awaiting([String])
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
    case done(Outcome)
    case failed(Problem)
  }

  /// What has come of it.
  package struct Outcome: Equatable, Sendable {
    package let title: String
    package internal(set) var words: String
    /// Whether this end can write now.
    package let canWrite: Bool
  }

  /// What the other person is called here.
  package internal(set) var name = ""
  package internal(set) var step = Step.naming
  /// What the two computers are called for this pairing, so that people can compare.
  package internal(set) var ownName: String?
  package internal(set) var otherName: String?
  /// Why an attempt before this one failed.
  package internal(set) var lastFailure: Problem?
  /// How the two talk afterwards; nil if they look for each other on the network.
  var route: Route?
  /// The carried file that is to be taken in.
  var carriedFile = ""

  /// Whether something goes on that has to be stopped before the page is left.
  package var isUnderWay: Bool {
    switch step {
    case .naming, .carrying, .unsealing, .addressing, .done, .failed: false
    default: true
    }
  }

  /// Whether it waits for somebody who may never come: no code was accepted yet.
  var isIdle: Bool {
    switch step {
    case .awaiting, .searching, .choosing, .comparing: true
    default: false
    }
  }
}
