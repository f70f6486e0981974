internal import Pad
internal import System

/// A result in a file: written beside its goal, synced, and only then given its name.
struct OutputFile {
  let path: String
  /// Whether what stands at the path may be replaced.
  let replaces: Bool
  let storage: any Storage

  /// Throws where the file could not be written, before anything irrevocable is done.
  func check() throws {
    guard let standing = try storage.attributes(at: path) else { return }
    guard standing.kind == .regular else {
      throw Failure(
        "\(path) is not a regular file",
        hint: "name another file, or send standard output there with \">\"", code: .cannotCreate)
    }
    if !replaces {
      throw Failure(
        SystemError("create", path, code: SystemError.exists).description,
        hint: "name another file, or let it be replaced with --force", code: .cannotCreate)
    }
  }

  func write(_ bytes: Span<UInt8>, randomness: some Randomness) throws(SystemError) {
    if !replaces, try storage.attributes(at: path) != nil {
      throw SystemError("create", path, code: SystemError.exists)
    }
    let suffix = randomness.bytes(6).map { String($0, radix: 36) }.joined()
    let temporary = "\(path).\(suffix).part"
    let file = try storage.create(temporary)
    do throws(SystemError) {
      try file.write(bytes, at: 0)
      try file.sync()
      try storage.rename(temporary, to: path)
      try storage.syncDirectory(parentDirectory(of: path))
    } catch {
      try? storage.remove(temporary)
      throw error
    }
  }
}
