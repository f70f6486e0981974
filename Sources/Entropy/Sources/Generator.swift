internal import Pad
internal import Primitives
package import System

/// The XOR of all sources, read in the order that keeps them independent: first those that could
/// react to the others, last those that are measured.
package final class Generator {
  package struct Settings: Sendable {
    package var sources: [SourceName]
    /// Bytes of material; nil for as many as the sources give.
    package var size: Int?
    /// The classical recipe instead of the extractor.
    package var usesVonNeumann = false
    /// The person affirms that frames and bits from files are raw, secret, fresh and used once.
    package var isSecretSource = false
    /// The name of a device whose word the person takes for its bytes.
    package var trustedDevice: String?
    package var gate = Gate()

    package init(sources: [SourceName], size: Int?) {
      self.sources = sources
      self.size = size
    }
  }

  package let settings: Settings
  package private(set) var noise: [NoiseMaterial] = []
  package private(set) var classical: [VonNeumannMaterial] = []
  package private(set) var devices: [DeviceBytes] = []
  /// Rolls or tosses, and the bytes they gave.
  package private(set) var typed:
    [(kind: TypedThrows.Kind, throws: Int, bytes: Int, isWhole: Bool)] = []
  package private(set) var extraNames: [String] = []
  /// Whether typed throws went into the extractor's seed.
  package private(set) var isSeedTyped = false
  /// Bytes made so far.
  package private(set) var count = 0

  private var parts: [any MaterialPart] = []
  private var distinct = DistinctSources()
  private let storage: any Storage
  private let isStopped: @Sendable () -> Bool

  /// Reads every source but frames to its end, or `extraLimit`, and as many frames as the gate
  /// needs; `watch` gets the progress. `camera` opens a camera by its path.
  package init(
    _ settings: Settings, randomness: some Randomness, storage: any Storage,
    isStopped: @escaping @Sendable () -> Bool, watch: (CaptureStep) -> Void = { _ in },
    camera: (String) throws(SystemError) -> any CaptureDevice = { path throws(SystemError) in
      try VideoDevice(path)
    }
  ) throws(EntropyError) {
    self.settings = settings
    self.storage = storage
    self.isStopped = isStopped
    try DistinctSources.check(settings.sources, in: storage)
    if isKernelMixed { parts.append(KeyStream(SecretBytes(random: 32, from: randomness))) }
    var seed = SecretBytes(random: 32, from: randomness)
    for case .extra(let path) in settings.sources { try addExtra(path) }
    for source in settings.sources {
      switch source {
      case .dice(let path): try addThrows(.dice, path, &seed)
      case .coins(let path): try addThrows(.coins, path, &seed)
      default: break
      }
    }
    let stream = KeyStream(seed)
    for case .frames(let path, let layout) in settings.sources {
      let files = try FrameFiles(path, layout: layout, storage: storage, isStopped: isStopped)
      try addFrames(files, stream, watch)
    }
    for case .bits(let path) in settings.sources {
      let files = try FrameFiles(path, layout: .bytes, storage: storage, isStopped: isStopped)
      try addFrames(files, stream, watch)
    }
    for case .hwrng(let path) in settings.sources {
      devices.append(DeviceBytes(try InputBytes(path, isStopped: isStopped)))
      parts.append(devices[devices.count - 1])
    }
    for case .camera(let path) in settings.sources {
      let device: any CaptureDevice
      do { device = try camera(path) } catch { throw .camera(error) }
      try addFrames(CameraReader(device, isStopped: isStopped), stream, watch)
    }
    // Key streams never end: without a size, something else must.
    if settings.size == nil, !typed.isEmpty, !isBounded { throw shortage(has: 0) }
  }

  /// The fewest bytes that make a pad.
  package static let leastBytes = PadShape.headerKeysBytes + PadShape.leastBytes

  /// The error if the sources end after `has` bytes, fewer than requested or than `leastBytes`.
  package func shortage(has: Int) -> EntropyError {
    let needed = settings.size ?? Generator.leastBytes
    let ending = typed.filter(\.isWhole).min { $0.bytes < $1.bytes }
    guard settings.size == nil, !hasFrames, let throwing = ending ?? typed.first else {
      return .tooLittle(has: has, needed: needed)
    }
    return .tooFewThrows(throwing.throws, kind: throwing.kind, has: has, needed: needed)
  }

  private var hasFrames: Bool {
    settings.sources.contains {
      switch $0 {
      case .frames, .camera, .bits: true
      case .dice, .coins, .extra, .hwrng, .kernel: false
      }
    }
  }

  /// Whether the kernel's bytes are mixed in. The classical recipe leaves them out unless they are
  /// named: its output is meant to be inspected, and with them it would pass every test. A pad made
  /// from it gets them anyway, like every pad.
  package var isKernelMixed: Bool {
    !(settings.usesVonNeumann && hasFrames) || settings.sources.contains(.kernel)
  }

  /// Whether a source limits the bytes.
  private var isBounded: Bool {
    !noise.isEmpty || !classical.isEmpty || typed.contains { $0.isWhole }
  }

  /// Fills `bytes` from the start and returns how many; fewer only if a source ended.
  package func fill(_ bytes: inout MutableSpan<UInt8>) throws(EntropyError) -> Int {
    for index in bytes.indices { bytes[index] = 0 }
    var least = bytes.count
    for part in parts { least = min(least, try part.add(to: &bytes)) }
    count += least
    return least
  }

  /// The most bytes read from a source that may never end.
  private static let extraLimit = 1 << 20

  private func addExtra(_ path: String) throws(EntropyError) {
    let input = try InputBytes(path, isStopped: isStopped)
    var bytes = SecretBytes(count: Generator.extraLimit)
    let total = try bytes.withMutableBytes { (bytes) throws(EntropyError) in
      try input.read(into: &bytes)
    }
    if total == 0 { throw .empty(input.name) }
    try bytes.withBytes { (bytes) throws(EntropyError) in
      try distinct.add(bytes.extracting(0..<total), of: input.name)
    }
    extraNames.append(input.name)
    parts.append(KeyStream(Generator.key(from: bytes, total, for: "extra")))
  }

  /// Throws that give every byte become the material; fewer become a key for the material and for
  /// the extractor's seed.
  private func addThrows(
    _ kind: TypedThrows.Kind, _ path: String, _ seed: inout SecretBytes
  ) throws(EntropyError) {
    let input = try InputBytes(path, isStopped: isStopped)
    let typed = try TypedThrows(kind, input, &distinct.repeatedThrows[kind])
    try typed.bytes.withBytes { (bytes) throws(EntropyError) in
      try distinct.add(bytes.extracting(0..<(typed.bitCount + 7) / 8), of: input.name)
    }
    let (count, bytes, throwCount) = (typed.bitCount, typed.byteCount, typed.count)
    let isWhole = bytes >= (settings.size ?? (hasFrames ? .max : 1))
    if isWhole {
      parts.append(FixedPart(typed.takeBytes(), count: bytes))
    } else {
      parts.append(
        KeyStream(Generator.key(from: typed.bytes, (count + 7) / 8, for: "throws, material")))
      if count >= 256 {
        let key = Generator.key(from: typed.bytes, (count + 7) / 8, for: "throws, seed")
        key.withBytes { key in seed.withMutableBytes { $0.xor(key) } }
        isSeedTyped = true
      }
    }
    self.typed.append((kind: kind, throws: throwCount, bytes: bytes, isWhole: isWhole))
  }

  /// Derives a 32-byte key from the first `count` bytes, different for each use.
  private static func key(
    from bytes: borrowing SecretBytes, _ count: Int, for use: String
  ) -> SecretBytes {
    let (salt, info) = ([UInt8](), Array("vernam material: \(use)".utf8))
    return bytes.withBytes {
      HKDF.derive(
        from: $0.extracting(0..<count), salt: salt.span, info: info.span, count: 32)
    }
  }

  private func addFrames(
    _ reader: any FrameReader, _ seed: KeyStream, _ watch: (CaptureStep) -> Void
  ) throws(EntropyError) {
    if settings.usesVonNeumann {
      let part = VonNeumannMaterial(reader)
      classical.append(part)
      parts.append(part)
    } else {
      let part = try NoiseMaterial(
        reader, gate: settings.gate, seed: seed, isStopped: isStopped, watch: watch)
      noise.append(part)
      parts.append(part)
    }
  }
}
