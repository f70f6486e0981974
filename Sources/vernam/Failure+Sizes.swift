internal import Pairing

/// Where a pad is too large, its size is said as `status` and `--size` say sizes.
extension Failure {
  /// What was wrong with a pad that was taken from the carried file at `path`.
  init(_ error: PairingError, carriedIn path: String) {
    switch error {
    case .tooLarge(let size, let limit):
      let (size, limit) = Failure.amounts(size, limit)
      self.init(
        "\(path) holds a pad of \(size), and \(limit) is the most accepted",
        hint: "raise --max-size, or make a smaller one with --carry", code: ExitStatus(error.kind))
    case .noSpace:
      self.init(
        Failure.what(of: error), hint: "make room, or make a smaller one with --carry",
        code: ExitStatus(error.kind))
    default: self.init(error)
    }
  }

  static func what(of error: PairingError) -> String {
    switch error {
    case .tooLarge(let size, let limit):
      let (size, limit) = amounts(size, limit)
      return "the other end offers a pad of \(size), and \(limit) is the most accepted"
    case .offerUnanswered(let size):
      return "the other end did not go on with a pad of \(ByteCount(size))"
    case .noSpace(let needed, let free):
      let (needed, free) = amounts(needed, free)
      return "the pad needs \(needed), and \(free) are free"
    default: return error.description
    }
  }

  /// Both in units, or in bytes where they would look the same.
  private static func amounts(_ one: Int, _ other: Int) -> (String, String) {
    let (first, second) = (ByteCount(one).description, ByteCount(other).description)
    return first == second ? ("\(one) bytes", "\(other) bytes") : (first, second)
  }
}
