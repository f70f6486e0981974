internal import Entropy
internal import Pad
internal import System
internal import Vault

/// A file of material, which gets its name only once it is whole, and the record beside it.
struct MaterialOutput {
  let path: String
  let context: Context

  /// The path of the record for a file of material.
  static func recordPath(_ path: String) -> String { path + ".provenance" }

  private var storage: any Storage { context.storage }
  private var recordPath: String { MaterialOutput.recordPath(path) }

  /// Throws if either cannot be written, or already exists.
  func check() throws {
    for name in [path, recordPath] {
      try OutputFile(path: name, replaces: false, context: context, isNeeded: true).check()
      if try storage.attributes(at: name) != nil {
        throw Failure(
          "\(name): a file with this name already exists",
          hint: "name another file, or remove this one", code: .cannotCreate
        )
      }
    }
  }

  /// Writes `size` bytes, or as many as there are if it is nil.
  func write(_ generator: Generator, size: Int?) throws {
    let file = try WrittenFile(
      temporaryPath(for: path, context.randomness), goal: path, replaces: false, on: storage)
    var record: (any StoredFile)?
    do {
      try fill(file, generator, size)
      try file.finish()
      // Its claims must not be beside any other file, so it comes last.
      let text = Array(generator.record.text.utf8)
      record = try storage.create(recordPath)
      try record!.write(text.span, at: 0)
      try record!.sync()
      try storage.syncDirectory(parentDirectory(of: path))
    } catch {
      // The record first: no claim may be left beside overwritten bytes, even if nothing can be
      // removed.
      if let record {
        try? record.overwriteWithZeros()
        remove(recordPath, where: record)
      }
      try? file.file.overwriteWithZeros()
      file.discard()
      remove(path, where: file.file)
      try? storage.syncDirectory(parentDirectory(of: path))
      throw error
    }
  }

  /// Removes the name if it is still this file's, and not another program's.
  private func remove(_ name: String, where file: any StoredFile) {
    guard let own = try? file.attributes(), let there = try? storage.attributes(at: name),
      there.isSameFile(as: own)
    else { return }
    try? storage.remove(name)
  }

  private func fill(_ file: WrittenFile, _ generator: Generator, _ size: Int?) throws {
    let bar = ProgressBar("making", isASCII: context.isASCII)
    // Noise is slow: small pieces soon show how long it takes.
    var piece = SecretBytes(count: generator.noise.isEmpty ? 1 << 20 : 1 << 16)
    var done = 0
    while done < size ?? .max {
      if EndingSignals.cameIn { throw EntropyError.interrupted }
      let count = min(piece.count, (size ?? .max) - done)
      if count < piece.count { piece = SecretBytes(count: count) }
      let made = try piece.withMutableBytes { bytes in
        let made = try generator.fill(&bytes)
        try file.write(bytes.span.extracting(0..<made))
        return made
      }
      done += made
      if !context.isQuiet { bar.show(done, of: size) }
      if made < count { break }
    }
    guard done >= size ?? Generator.leastBytes else { throw generator.shortage(has: done) }
  }
}
