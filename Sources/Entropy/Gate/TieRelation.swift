/// Two places of a frame that may have noise in common.
enum TieRelation: Equatable, CustomStringConvertible {
  case across(Int)
  case down(Int)
  /// As many samples across as down, to the right or to the left.
  case diagonal(Int, isLeft: Bool)
  /// W − 1 − x in the place of x, H − 1 − y in that of y, or both.
  case mirrored(isAcross: Bool, isDown: Bool)

  static let all: [TieRelation] =
    (1...32).flatMap {
      [.across($0), .down($0), .diagonal($0, isLeft: false), .diagonal($0, isLeft: true)]
    } + [(true, false), (false, true), (true, true)].map { .mirrored(isAcross: $0, isDown: $1) }

  var description: String {
    switch self {
    case .across(let distance): "samples \(distance) apart across"
    case .down(let distance): "samples \(distance) apart down"
    case .diagonal(let distance, _): "samples \(distance) apart both ways"
    case .mirrored: "samples at mirrored places"
    }
  }
}
