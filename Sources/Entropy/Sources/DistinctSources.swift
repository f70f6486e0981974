// Guards the premise of the XOR (vernam-randomness(7)): a source read twice cancels itself, and one
// that is also a key is partly known.
internal import Primitives
internal import System

/// A check that nothing is read as two sources.
struct DistinctSources {
  private var digests: Set<[UInt8]> = []
  /// Hashes keyed per process.
  private var stretches: Set<Int> = []

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

  /// Refuses throws if a part of their first `count` bits came before, in them or in others. Checks
  /// about one in 64 stretches of 128 bits, chosen by their own hash.
  mutating func add(bits count: Int, of bits: Span<UInt8>, name: String, _ kind: TypedThrows.Kind)
    throws(EntropyError)
  {
    var (high, low) = (UInt64(0), UInt64(0))
    var own: Set<Int> = []
    for place in 0..<count {
      high = high << 1 | low >> 63
      low = low << 1 | UInt64(bits[place / 8] >> UInt8(7 - place % 8) & 1)
      guard place >= 127, (low &* 0x9e37_79b9_7f4a_7c15) >> 58 == 0 else { continue }
      var hasher = Hasher()
      hasher.combine(high)
      hasher.combine(low)
      let hash = hasher.finalize()
      if stretches.contains(hash) { throw .sameSource(name) }
      guard own.insert(hash).inserted else { throw .unlikelyThrows(name, kind) }
    }
    stretches.formUnion(own)
  }
}
