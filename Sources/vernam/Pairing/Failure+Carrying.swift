internal import Pairing
internal import System
internal import Vault
internal import Wording

extension Failure {
  private static let smaller =
    "make a smaller pad on the other computer, with --carry and --size"

  /// Why a pad could not be taken in from the carried file at `path`.
  init(_ error: PairingError, carriedIn path: String) {
    switch error {
    case .tooLarge(let size, let limit):
      self.init(
        ByteCount.comparing(size, limit) {
          "the pad in \(path) is \($0), but you accept at most \($1)"
        },
        hint: "raise --max-size, or \(Failure.smaller)", code: ExitStatus(error))
    case .noSpace:
      self.init(
        error.what, hint: "free some space, or \(Failure.smaller)", code: ExitStatus(error))
    case .system(let error) where error.code == SystemError.isDirectory:
      let folder = path.hasSuffix("/") ? path : path + "/"
      let files = ((try? Disk().list(path)) ?? []).filter(CarriedName.isOne)
      self.init(
        "\(path) is a folder",
        hint: files.count == 1
          ? "name the file in it: \(ContactName.typed(folder + files[0]))"
          : "name the file in it that --carry wrote",
        code: ExitStatus(error))
    default: self.init(error)
    }
  }
}
