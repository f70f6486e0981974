/// What became of a message that was read.
package struct ReadReport: Equatable, Sendable {
  package let contact: String
  package let pad: PadID
  /// The message's number on its pad, from 1 on. Nil for a hello.
  package let number: Int?
  /// Numbers of messages on the same pad that were sent before and have not arrived.
  package private(set) var missing: [Range<Int>]
  /// Why the contact's pads no longer send, if none does: this message may have shown it.
  package let closure: SendingClosure?
  /// The contact shares more than one pad: each numbers its messages from 1 on.
  package let hasOtherPads: Bool

  /// The same with other numbers for those that have not arrived.
  package func with(missing: [Range<Int>]) -> ReadReport {
    var report = self
    report.missing = missing
    return report
  }

  package var missingCount: Int { missing.reduce(0) { $0 + $1.count } }
}
