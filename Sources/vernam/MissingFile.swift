internal import System
internal import Vault
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
    self.init(path: error.path)
  }

  init(path: String) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let names = try? Disk().list(parentDirectory(of: path))
    self.path = path
    folder = parentDirectory(of: path)
    hasFolder = names != nil
    nearest =
      NearestWord.find(String(path[start...]), among: names ?? []).map {
        String(path[..<start]) + $0
      } ?? MissingFile.downloaded(path)
  }

  /// Where a mail program or a browser may have saved a message.
  private static func downloaded(_ name: String) -> String? {
    guard name.hasSuffix(Attachment.suffix), !name.contains("/"),
      let home = Machine.environment("HOME"),
      let found = try? Disk().attributes(at: "\(home)/Downloads/\(name)"), found.kind == .regular
    else { return nil }
    return "~/Downloads/\(ContactName.typed(name))"
  }

  var what: String { hasFolder ? "there is no file \(path)" : "there is no folder \(folder)" }

  /// One line that says what to do, if it is clear.
  var suggestion: String? { nearest.map { "did you mean \($0)?" } }

  var hint: String {
    suggestion
      ?? (path.contains("/")
        ? "check the path with \"ls\""
        : "\"ls\" lists the files here; name one elsewhere by its path, as in ~/Downloads/photo.jpg")
  }

  /// Whether it cannot be taken for a message or another text.
  var isPlain: Bool {
    if path.contains(where: \.isWhitespace) { return false }
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last ?? ""
    return nearest != nil || path.contains("/") || !ending.isEmpty
  }
}
