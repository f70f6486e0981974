/// Which end of a pad this is. Lane 0 belongs to the giver, lane 1 to the taker.
package enum PadRole: UInt8, Sendable {
  case giver = 0
  case taker = 1

  /// The other end's.
  package var other: PadRole { self == .giver ? .taker : .giver }
  /// The lane that this end encrypts with.
  package var sendingLane: Int { Int(rawValue) }
  /// The lane that the other end encrypts with.
  package var receivingLane: Int { 1 - Int(rawValue) }
}
