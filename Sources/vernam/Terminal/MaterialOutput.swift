internal import Entropy
internal import Pad
internal import System

/// The file of material and the record beside it. Both get their names only when they are whole.
struct MaterialOutput {
  let path: String
  let context: Context

  /// Where the record of a file of material stands.
  static func recordPath(_ path: String) -> String { path + ".provenance" }

  private var storage: any Storage { context.storage }

  /// Throws where either could not be written, or stands there already.
  func check() throws {
    for name in [path, MaterialOutput.recordPath(path)] {
      try OutputFile(path: name, replaces: false, context: context).check()
      if try storage.attributes(at: name) != nil {
        throw Failure(
          "\(name): File exists", hint: "name another file, or remove this one", code: .cannotCreate
        )
      }
    }
  }

  /// Writes `size` bytes, or as many as there are where it is nil.
  func write(_ generator: Generator, size: Int?) throws {
    let suffix = context.randomness.bytes(6).map { String($0, radix: 36) }.joined()
    let temporary = "\(path).\(suffix).part"
    let file = try storage.create(temporary)
    do {
      try fill(file, generator, size)
      try file.sync()
      try writeRecord(generator.record)
      try storage.rename(temporary, to: path)
      try storage.syncDirectory(parentDirectory(of: path))
    } catch {
      try? file.overwriteWithZeros()
      try? storage.remove(temporary)
      throw error
    }
  }

  private func writeRecord(_ record: MaterialRecord) throws {
    let name = MaterialOutput.recordPath(path)
    let file = try storage.create(name)
    do throws(SystemError) {
      try file.write(Array(record.text.utf8).span, at: 0)
      try file.sync()
    } catch {
      try? storage.remove(name)
      throw error
    }
  }

  private func fill(_ file: any StoredFile, _ generator: Generator, _ size: Int?) throws {
    let bar = ProgressBar("making", isASCII: context.isASCII)
    var piece = SecretBytes(count: 1 << 20)
    var done = 0
    while done < size ?? .max {
      if EndingSignals.cameIn { throw EntropyError.interrupted }
      let count = min(piece.count, (size ?? .max) - done)
      if count < piece.count { piece = SecretBytes(count: count) }
      let made = try piece.withMutableBytes { bytes in
        let made = try generator.fill(&bytes)
        try file.write(bytes.span.extracting(0..<made), at: done)
        return made
      }
      done += made
      if !context.isQuiet { bar.show(done, of: size, GenerationNotes.bound(of: generator)) }
      if made < count { break }
    }
    guard done >= size ?? Generator.leastBytes else { throw generator.shortage(has: done) }
  }
}
