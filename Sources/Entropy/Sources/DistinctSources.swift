// Guards the premise of the XOR (vernam-randomness(7)): a source read twice cancels itself, and one
// that is also a key is partly known.
internal import Primitives
internal import System

/// A check that nothing is read as two sources.
struct DistinctSources {
  private var digests: Set<[UInt8]> = []
  /// Searches for parts of earlier throws.
  var repeatedThrows: [TypedThrows.Kind: RepeatSearch] = [:]

  /// Refuses sources if one is another's file or lies in its directory. `storage` says which files
  /// are the same.
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

  /// Refuses the bytes of an earlier source, which may be a copy. No digest is saved.
  mutating func add(_ bytes: Span<UInt8>, of name: String) throws(EntropyError) {
    if bytes.count < 8 { return }
    guard digests.insert(SHA256.hash(bytes)).inserted else { throw .sameSource(name) }
  }
}
