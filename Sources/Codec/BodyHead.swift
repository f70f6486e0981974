/// What stands in front of every message's content (message.md, "Body").
package struct BodyHead: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Empty; confirms a pad.
    case hello
    /// UTF-8.
    case text
    /// Made by a newer program.
    case unknown(UInt8)

    init(_ number: UInt8) {
      switch number {
      case 0: self = .hello
      case 1: self = .text
      default: self = .unknown(number)
      }
    }

    package var number: UInt8 {
      switch self {
      case .hello: 0
      case .text: 1
      case .unknown(let number): number
      }
    }
  }

  /// Bytes: type, peer-seen, previous-end, sent-before.
  static let byteCount = 1 + 4 + 4 + 4

  package let kind: Kind
  /// One past the highest chunk of the reader's lane that the sender has consumed.
  package let peerSeen: Int
  /// One past the last chunk of the sender's previous packet that may have been released.
  package let previousEnd: Int
  /// Packets of the lane that may have been released before this one.
  package let sentBefore: Int

  package init(kind: Kind, peerSeen: Int, previousEnd: Int, sentBefore: Int) {
    self.kind = kind
    self.peerSeen = peerSeen
    self.previousEnd = previousEnd
    self.sentBefore = sentBefore
  }
}
