internal import Entropy
internal import Pad
internal import Pairing
internal import System
internal import Vault
internal import Wording

/// The file that --material names: read for a pad, then overwritten and removed.
struct MaterialFileInUse {
  let material: MaterialFile
  let source: Provenance.Source
  private let hasOtherRecord: Bool
  /// The record that `generate` wrote beside it.
  private let record: (any StoredFile)?
  private let file: any StoredFile
  private let context: Context

  init(path: String, _ context: Context) throws {
    file = try context.storage.open(path, writable: true)
    guard try file.attributes().kind == .regular else {
      throw Failure(
        "\(path) is not an ordinary file",
        hint: "name a file of random bytes, such as one that \"vernam generate\" made",
        code: .noInput)
    }
    if try context.isInsideVault(path) {
      throw Failure(
        "\(path) is inside the vault",
        hint: "name a file of random bytes, such as one that \"vernam generate\" made",
        code: .noInput)
    }
    self.context = context
    // Two commands at once would make two pads from the same bytes, or one from wiped bytes.
    guard try file.tryLock(.exclusive),
      try context.storage.attributes(at: path)?.isSameFile(as: file.attributes()) == true
    else {
      throw Failure(
        "another vernam is using \(path)", hint: "wait for it to finish, then try again",
        code: .temporary)
    }
    let found = try? context.storage.open(MaterialOutput.recordPath(path), writable: true)
    let claimed = MaterialFileInUse.source(found, byteCount: try file.attributes().size)
    // What is no record of this file is left alone.
    record = claimed == nil ? nil : found
    hasOtherRecord = claimed == nil && found != nil
    material = try MaterialFile(file, record: record)
    source = claimed ?? .unknownFile
  }

  /// Warns, before the bytes are used, if nothing can be claimed for them.
  func warnOfOrigin() {
    guard record == nil else { return }
    let name = MaterialOutput.recordPath(file.path)
    StandardError.warning(
      "\(name) \(hasOtherRecord ? "does not belong to \(file.path), or was used before" : "is missing"): "
        + "vernam cannot say how good the bytes of \(file.path) are")
  }

  /// Throws if the file, all of which would become the pad, is too short for any.
  func checkLength(split: Int?) throws {
    let split = split ?? PadRequest.defaultSplit
    let shapes = (1...100).lazy.compactMap { PadShape(size: $0 << 8, split: split) }
    guard let needed = shapes.first?.materialBytes, material.byteCount < needed else { return }
    let has = "\(material.byteCount) byte\(material.byteCount == 1 ? "" : "s")"
    throw Failure(
      "\(file.path) has \(has), and a pad needs at least \(needed)",
      hint: "make more with \"vernam generate\"", code: .usage)
  }

  /// What the record says about the bytes. Nil if it belongs to another file, or says nothing.
  private static func source(_ file: (any StoredFile)?, byteCount: Int) -> Provenance.Source? {
    guard let file, let size = try? file.attributes().size, size <= MaterialRecord.largest else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: size)
    var span = bytes.mutableSpan
    guard (try? file.read(into: &span, at: 0)) != nil,
      let text = String(validating: bytes, as: UTF8.self),
      let record = MaterialRecord(text), record.byteCount == byteCount
    else { return nil }
    // What "generate" writes is ASCII; many sources may not all fit.
    let room = Provenance.recordBytes - 2 - (record.given?.utf8.count ?? 0)
    var source = record.source.prefix(max(room, 0))
    while source.last == " " { source.removeLast() }
    return Provenance.Source(String(source), assumptions: record.given)
  }

  func wipe() throws {
    if let record {
      try record.overwriteWithZeros()
      try context.storage.remove(record.path)
    }
    try file.overwriteWithZeros()
    try context.storage.remove(file.path)
    context.say(
      file.overwritesInPlace
        ? "wiped \(file.path)"
        : "removed \(file.path); this file system may keep its old bytes")
  }
}
