internal import System
internal import Vault

/// Where a result goes, and whether it may replace what is there.
struct OutputFile {
  let path: String
  /// Whether an existing file at the path may be replaced.
  let replaces: Bool
  let context: Context
  /// Whether a file is required, not just any output.
  var isNeeded = false
  /// Whether the name came with a message, and not from the person.
  var isReceived = false

  private var storage: any Storage { context.storage }

  /// Throws if the file cannot be written, before anything irrevocable is done.
  func check() throws {
    if path.isEmpty {
      throw Failure(
        "-o needs a file name", hint: "write it after -o, such as -o message.txt", code: .usage)
    }
    try checkDirectory()
    guard let standing = try storage.attributes(at: path) else { return }
    guard standing.kind == .regular else {
      throw Failure(
        "\(path) is \(standing.kind == .directory ? "a folder" : "not an ordinary file")",
        hint: hint(at: standing.kind), code: .cannotCreate)
    }
  }

  private func hint(at kind: FileAttributes.Kind) -> String {
    if isReceived { return "name another file with -o OUT" }
    if isNeeded || kind == .directory { return "name another file" }
    return "name another file, or write to it with \"-o - > \(ContactName.typed(path))\""
  }

  /// Throws if this would replace `input`, the file that is being read.
  func checkIsNot(_ input: FileAttributes) throws {
    guard let standing = try storage.attributes(at: path), standing.isSameFile(as: input) else {
      return
    }
    throw Failure(
      "\(path) is the file that you are reading",
      hint: "name another file: this one would be replaced", code: .cannotCreate)
  }

  /// Tries what writing will need. A signal waits until the trial file is removed.
  private func checkDirectory() throws {
    EndingSignals.remember()
    defer { EndingSignals.release() }
    do throws(SystemError) {
      let trial = temporaryPath(for: path, context.randomness)
      _ = try storage.create(trial)
      try storage.remove(trial)
      // The trial's name may be shorter: this fails if the real one is too long.
      _ = try storage.attributes(at: path)
      try storage.syncDirectory(parentDirectory(of: path))
    } catch {
      throw Failure(
        "\(path) cannot be written: \(error.reason)",
        hint: elsewhere(error),
        code: OutputFile.isPlace(error.code) ? .cannotCreate : ExitStatus(error))
    }
    if try context.isInsideVault(path) {
      throw Failure(
        "\(path) is inside the vault", hint: "name a file somewhere else", code: .cannotCreate)
    }
  }

  /// The person may have named no output at all.
  private func elsewhere(_ error: SystemError) -> String {
    if error.code == SystemError.nameTooLong { return "choose a shorter name with -o FILE" }
    if let home = Machine.environment("HOME"), path.hasPrefix(home) {
      return "save it in another folder with -o FILE"
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "save it in another folder, such as with -o ~/\(ContactName.typed(name))"
  }

  /// Whether the place itself rules the file out.
  private static func isPlace(_ code: Int32) -> Bool {
    [
      SystemError.notFound, SystemError.notADirectory, SystemError.readOnly,
      SystemError.nameTooLong,
    ].contains(code)
  }

  /// Begins to write. An existing file that must not be replaced is compared instead.
  func begin() throws(SystemError) -> any ResultFile {
    if !replaces, let standing = try storage.attributes(at: path) {
      guard standing.kind == .regular else {
        throw SystemError("create", path, code: SystemError.exists)
      }
      return try ComparedFile(try storage.open(path, writable: false), at: path, on: storage)
    }
    return try WrittenFile(
      temporaryPath(for: path, context.randomness), goal: path, replaces: replaces, on: storage)
  }
}
