/// Two places of a frame that may have noise in common.
package enum TieRelation: Equatable, Sendable {
  case across(Int)
  case down(Int)
  /// As many samples across as down, to the right or to the left.
  case diagonal(Int, isLeft: Bool)
  /// W − 1 − x instead of x, H − 1 − y instead of y, or both.
  case mirrored(isAcross: Bool, isDown: Bool)

  static let all: [TieRelation] =
    (1...32).flatMap {
      [.across($0), .down($0), .diagonal($0, isLeft: false), .diagonal($0, isLeft: true)]
    } + [(true, false), (false, true), (true, true)].map { .mirrored(isAcross: $0, isDown: $1) }
}
