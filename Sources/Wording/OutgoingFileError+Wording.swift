package import Exchange
internal import System

extension OutgoingFileError {
  /// One line that says what is wrong.
  package var what: String {
    switch self {
    case .unreadable(let error): "vernam cannot open the file: \(error.reason)"
    case .notOrdinary(let path): "\(path) is not an ordinary file"
    case .empty(let path): "\(path) is empty"
    case .tooLong(let path, let size):
      ByteCount.comparing(size, OutgoingFile.mostBytes) {
        "\(path) is \($0), but a chat can carry at most \($1)"
      }
    }
  }
}
