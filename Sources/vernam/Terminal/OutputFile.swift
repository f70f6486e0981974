internal import Pad
internal import Primitives
internal import System

/// A result in a file: written beside its goal, synced, and only then given its name.
struct OutputFile {
  let path: String
  /// Whether what stands at the path may be replaced.
  let replaces: Bool
  let context: Context

  private var storage: any Storage { context.storage }

  /// Throws where the file could not be written, before anything irrevocable is done.
  func check() throws {
    try checkDirectory()
    guard let standing = try storage.attributes(at: path) else { return }
    guard standing.kind == .regular else {
      throw Failure(
        "\(path) is not a regular file",
        hint: "name another file, or send standard output there with \">\"", code: .cannotCreate)
    }
  }

  /// Tries what writing will need.
  private func checkDirectory() throws {
    do throws(SystemError) {
      let trial = temporaryPath()
      _ = try storage.create(trial)
      try storage.remove(trial)
      try storage.syncDirectory(parentDirectory(of: path))
    } catch {
      throw Failure(
        "\(path) cannot be written: \(error.reason)", hint: "name another file or directory",
        code: error.code == SystemError.notFound ? .cannotCreate : ExitStatus(error))
    }
    if try context.isInsideVault(path) {
      throw Failure(
        "\(path) is inside the vault", hint: "name a file somewhere else", code: .cannotCreate)
    }
  }

  /// A signal that ends the program waits until no part of the text is left in a file that has not
  /// got its name.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    EndingSignals.remember()
    defer { EndingSignals.release() }
    if !replaces, try storage.attributes(at: path) != nil { return try checkSame(bytes) }
    let temporary = temporaryPath()
    let file = try storage.create(temporary)
    do throws(SystemError) {
      try file.write(bytes, at: 0)
      try file.sync()
      try storage.rename(temporary, to: path)
    } catch {
      try? storage.remove(temporary)
      throw SystemError(error.call, path, code: error.code)
    }
    try storage.syncDirectory(parentDirectory(of: path))
  }

  /// A file that holds just this was delivered before; any other is in the way.
  private func checkSame(_ bytes: Span<UInt8>) throws(SystemError) {
    let file = try storage.open(path, writable: false)
    guard try file.attributes().size == bytes.count else {
      throw SystemError("create", path, code: SystemError.exists)
    }
    var found = SecretBytes(count: bytes.count)
    try found.withMutableBytes { found throws(SystemError) in try file.read(into: &found, at: 0) }
    guard found.withBytes({ equalInConstantTime($0, bytes) }) else {
      throw SystemError("create", path, code: SystemError.exists)
    }
    try file.sync()
    try storage.syncDirectory(parentDirectory(of: path))
  }

  private func temporaryPath() -> String {
    "\(path).\(context.randomness.bytes(6).map { String($0, radix: 36) }.joined()).part"
  }
}
