// Guards the premise of the XOR (vernam-randomness(7)): a source that is read twice cancels itself,
// and one that is a key as well is known in part.
internal import Primitives
internal import System

/// What was read as one source is not read as another.
struct DistinctSources {
  private var digests: Set<[UInt8]> = []
  /// Hashes under a key of this process.
  private var stretches: Set<Int> = []

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
    if bytes.count < 8 { return }
    guard digests.insert(SHA256.hash(bytes)).inserted else { throw .sameSource(name) }
  }

  /// Refuses throws of which a part came before, in them or in others: the first `count` bits. Looked
  /// at is about one in 64 stretches of 128 bits, those whose own hash says so.
  mutating func add(bits count: Int, of bits: Span<UInt8>, name: String, isDice: Bool)
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
      guard own.insert(hash).inserted else { throw .unlikelyThrows(name, isDice: isDice) }
    }
    stretches.formUnion(own)
  }
}
