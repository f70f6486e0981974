// Guards the premise of the XOR (randomness.md, "Sources"): a source that is read twice cancels itself,
// and one that is a key as well is known in part.
internal import Primitives
internal import System

/// What was read as one source is not read as another.
struct DistinctSources {
  private var digests: Set<[UInt8]> = []

  /// Refuses sources of which one is the other's file, or stands in its directory. `storage` says
  /// what is the same file.
  static func check(_ sources: [SourceName], in storage: any Storage) throws(EntropyError) {
    var paths: [(path: String, file: FileAttributes)] = []
    for source in sources {
      guard let name = source.path, name != "-", let path = Machine.realPath(name),
        let file = try? storage.attributes(at: path)
      else { continue }
      let isNamed = paths.contains { earlier in
        earlier.file.isSameFile(as: file) || path.hasPrefix(earlier.path + "/")
          || earlier.path.hasPrefix(path + "/")
      }
      if isNamed { throw .sameSource(name) }
      paths.append((path, file))
    }
  }

  /// Refuses the bytes of an earlier source, which may have been copied. No digest is kept.
  mutating func add(_ bytes: Span<UInt8>, of name: String) throws(EntropyError) {
    if bytes.isEmpty { return }
    guard digests.insert(SHA256.hash(bytes)).inserted else { throw .sameSource(name) }
  }
}
