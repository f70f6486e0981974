internal import Vault

/// The failures among the messages of one run. One input may hold thousands for somebody else: the
/// first few failures of a kind are reported in full, the rest are counted.
///
/// A reply often quotes what it answers, and more before that. If another message can be read, those
/// that are known here, the person's own and those read before, are no failures.
struct MessageFailures {
  private static let mostInFull = 3

  /// Failures of one kind are counted together.
  private enum Kind: Equatable {
    case foreign
    case own
    case alreadyRead
    case alreadyReadOrGivenUp
    case unreadable
    case incomplete
    case other(String)

    init(_ error: any Error, of message: ReceivedMessage) {
      self =
        switch (message, error) {
        case (_, VaultError.foreign): .foreign
        case (.unreadable, _): .unreadable
        case (.incomplete, _): .incomplete
        case (_, VaultError.ownMessage): .own
        case (_, VaultError.alreadyRead): .alreadyRead
        case (_, VaultError.alreadyReadOrGivenUp): .alreadyReadOrGivenUp
        default: .other(Failure(error).what)
        }
    }

    /// Whether the message is certainly known here.
    var isKnown: Bool { self == .own || self == .alreadyRead }

    /// The line about `count` failures that were not reported in full.
    func summary(_ count: Int) -> String {
      let (noun, be, were) = count == 1 ? ("message", "is", "was") : ("messages", "are", "were")
      let start = "and \(count) more \(noun)"
      return switch self {
      case .foreign: "\(start) that none of your pads can open"
      case .own: "\(start) \(be) your own"
      case .alreadyRead: "\(start) \(were) already read"
      case .alreadyReadOrGivenUp: "\(start) \(were) already read or skipped"
      case .unreadable: "\(start) cannot be read"
      case .incomplete: "\(start) \(be) incomplete"
      case .other(let what): "\(start): \(what)"
      }
    }
  }

  /// Whether there are several messages: then each failure says which one it is.
  let areSeveral: Bool
  private var earliest: (number: Int, failure: Failure)?
  /// The failure of the first message that failed.
  var first: Failure? { earliest?.failure }
  /// Failures by kind, in the order in which the first of each kind came.
  private var counts: [(kind: Kind, count: Int)] = []
  /// Failures of messages that are known here, until it is certain whether they count.
  private var known: [(number: Int, kind: Kind, failure: Failure)] = []

  init(areSeveral: Bool) { self.areSeveral = areSeveral }

  /// - Parameter number: its place in the input, from 1. The sender's number is another one.
  func failure(_ error: any Error, ofMessage number: Int) -> Failure {
    var failure = Failure(error)
    if !areSeveral { return failure }
    failure.what = "the \(MessageFailures.ordinal(number)) of these messages: \(failure.what)"
    // One of several messages may be for somebody else.
    if case VaultError.foreign = error {
      failure.hint = "if it is for you, ask for the whole message again"
    }
    return failure
  }

  private static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  mutating func report(_ error: any Error, of message: ReceivedMessage, number: Int) {
    let failure = failure(error, ofMessage: number)
    let kind = Kind(error, of: message)
    if kind.isKnown, areSeveral {
      known.append((number, kind, failure))
    } else {
      report(failure, kind, number)
    }
  }

  private mutating func report(_ failure: Failure, _ kind: Kind, _ number: Int) {
    if number < earliest?.number ?? .max { earliest = (number, failure) }
    let index = counts.firstIndex { $0.kind == kind } ?? counts.count
    if index == counts.count { counts.append((kind, 0)) }
    counts[index].count += 1
    if counts[index].count <= MessageFailures.mostInFull { failure.report() }
  }

  /// Reports what is left at the end. Returns lines about known messages if they do not count.
  mutating func finish(hasRead: Bool) -> [String] {
    if !hasRead { for (number, kind, failure) in known { report(failure, kind, number) } }
    reportRest()
    if !hasRead { return [] }
    return [Kind.own, .alreadyRead].compactMap { kind in
      let count = known.count { $0.kind == kind }
      return count == 0 ? nil : kind.summary(count)
    }
  }

  private func reportRest() {
    for (kind, count) in counts where count > MessageFailures.mostInFull {
      StandardError.line(kind.summary(count - MessageFailures.mostInFull))
    }
  }
}
