internal import Pairing

extension Failure {
  /// Why a pad could not be taken in from the carried file at `path`.
  init(_ error: PairingError, carriedIn path: String) {
    switch error {
    case .tooLarge(let size, let limit):
      self.init(
        ByteCount.comparing(size, limit) {
          "the pad in \(path) has \($0), and you accept at most \($1)"
        },
        hint: "raise --max-size, or make a smaller one with --carry", code: ExitStatus(error.kind))
    case .noSpace:
      self.init(
        error.what, hint: "free some space, or make a smaller one with --carry",
        code: ExitStatus(error.kind))
    default: self.init(error)
    }
  }
}
