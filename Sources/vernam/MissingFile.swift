internal import System
internal import Wording

/// A file that a person named and that is not there.
struct MissingFile {
  let path: String
  private let folder: String
  private let hasFolder: Bool
  /// The path that was probably meant.
  private let nearest: String?

  /// Nil unless the call failed because the file is missing.
  init?(_ error: SystemError) {
    guard error.code == SystemError.notFound, error.path != Stream.input.name else { return nil }
    let path = error.path
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let names = try? Disk().list(parentDirectory(of: path))
    self.path = path
    folder = parentDirectory(of: path)
    hasFolder = names != nil
    nearest = NearestWord.find(String(path[start...]), among: names ?? []).map {
      String(path[..<start]) + $0
    }
  }

  var what: String { hasFolder ? "there is no file \(path)" : "there is no folder \(folder)" }

  /// One line that says what to do, if it is clear.
  var suggestion: String? { nearest.map { "did you mean \($0)?" } }

  var hint: String { suggestion ?? "check the path with \"ls\"" }

  /// Whether it cannot be taken for a message or another text.
  var isPlain: Bool {
    if path.contains(where: \.isWhitespace) { return false }
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last ?? ""
    return nearest != nil || path.contains("/") || !ending.isEmpty
  }
}
