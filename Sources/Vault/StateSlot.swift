internal import Codec
internal import Pad
internal import Primitives
internal import System

/// One of the two sealed copies of a pad's state (vault.md, "State"):
///
///     magic 8 · generation 8 · salt 32 · length 4 · sealed state · tag 16 · zeros
///
/// Sealed with AES-256-GCM under a key derived from the root key and the salt, which is fresh at
/// each seal, so the nonce is zero. Authenticated with it: pad id ‖ slot ‖ generation. All this is
/// so in every version; the sealed state begins with its version.
enum StateSlot {
  static let byteCount = 64 << 10
  static let pageBytes = 4096
  private static let magic = Array("vernam/s".utf8)
  private static let saltBytes = 32
  static let headBytes = 8 + 8 + saltBytes + 4
  /// The longest state that fits, in bytes.
  static let capacity = byteCount - headBytes - AES256GCM.tagBytes
  /// Kept free by receiving, so that sending always fits.
  static let sendingReserve = 4096

  /// A newer program sealed this.
  struct NewerVersion: Error {}

  /// What one slot holds, if it is valid.
  struct Opened: ~Copyable {
    let generation: UInt64
    let state: PadState
  }

  /// The bytes of a slot up to the last page that is not all zeros; `covering` is how many bytes
  /// stood there before and have to be overwritten.
  static func seal(
    _ state: borrowing PadState, generation: UInt64, slot: Int, id: PadID, covering: Int,
    rootKey: borrowing SecretBytes, randomness: some Randomness
  ) -> [UInt8] {
    seal(
      state.encoded(), generation: generation, slot: slot, id: id, covering: covering,
      rootKey: rootKey, randomness: randomness)
  }

  /// The same for a state that is encoded already.
  static func seal(
    _ text: borrowing SecretBytes, generation: UInt64, slot: Int, id: PadID, covering: Int = 0,
    rootKey: borrowing SecretBytes, randomness: some Randomness
  ) -> [UInt8] {
    precondition(text.count <= capacity)
    let salt = randomness.bytes(saltBytes)
    let used = headBytes + text.count + AES256GCM.tagBytes
    let size = (max(used, covering) + pageBytes - 1) / pageBytes * pageBytes
    var page = [UInt8](repeating: 0, count: size)
    var bytes = page.mutableSpan
    var offset = 0
    bytes.store(magic.span, at: &offset)
    bytes.store(generation, at: &offset)
    bytes.store(salt.span, at: &offset)
    bytes.store(UInt32(text.count), at: &offset)
    var sealed = [UInt8](repeating: 0, count: text.count + AES256GCM.tagBytes)
    var target = sealed.mutableSpan
    let data = authenticated(id: id, slot: slot, generation: generation)
    key(rootKey, salt: salt).withBytes { key in
      text.withBytes { text in
        var cipher = AES256GCM()
        cipher.seal(
          text, key: key, nonce: AES256GCM.zeroNonce, authenticating: data, into: &target)
      }
    }
    bytes.store(sealed.span, at: &offset)
    return page
  }

  /// What stands before the sealed state. Only an opened slot proves it.
  struct Head {
    let generation: UInt64
    let salt: [UInt8]
    /// Bytes of the state.
    let count: Int

    /// Bytes of the slot that are not filler.
    var slotBytes: Int { headBytes + count + AES256GCM.tagBytes }

    /// Nil where no slot begins like this.
    init?(_ bytes: Span<UInt8>) {
      guard bytes.count >= headBytes,
        equalInConstantTime(bytes.extracting(first: 8), magic.span)
      else { return nil }
      var offset = 8
      generation = bytes.load(UInt64.self, at: &offset)
      salt = bytes.extracting(offset..<offset + saltBytes).publicCopy
      offset += saltBytes
      count = Int(bytes.load(UInt32.self, at: &offset))
      guard count <= capacity, VaultHeader.generations.contains(generation) else { return nil }
    }
  }

  /// Opens a slot: its 64 KiB, or as much of it as its head asks for. Nil when it is torn, wiped or
  /// damaged; throws `NewerVersion` when a newer program made it, which is for that program to
  /// judge.
  static func open(
    _ bytes: Span<UInt8>, slot: Int, id: PadID, rootKey: borrowing SecretBytes,
    in environment: VaultEnvironment? = nil
  ) throws(NewerVersion) -> Opened? {
    guard let head = Head(bytes), head.slotBytes <= bytes.count else { return nil }
    let sealed = bytes.extracting(headBytes..<head.slotBytes)
    let data = authenticated(id: id, slot: slot, generation: head.generation)
    var text = SecretBytes(count: head.count)
    let isValid = key(rootKey, salt: head.salt).withBytes { key in
      text.withMutableBytes { text in
        var cipher = AES256GCM()
        let isValid = cipher.open(
          sealed, key: key, nonce: AES256GCM.zeroNonce, authenticating: data, into: &text)
        #if DEBUG
          if let environment, environment.omissions.contains(.slotChecksum) {
            return decryptUnchecked(sealed, key: key, into: &text)
          }
        #endif
        return isValid
      }
    }
    guard isValid else { return nil }
    if text.withBytes(PadState.isNewer) { throw NewerVersion() }
    guard let state = text.withBytes(PadState.decoded) else { return nil }
    return Opened(generation: head.generation, state: state)
  }

  /// Throws where the file is not as long as both slots are.
  static func check(_ attributes: FileAttributes, path: String) throws(VaultError) {
    guard try VaultFile.isWhole(attributes, path: path, bytes: 2 * byteCount) else {
      throw .padDamaged(contact: nil, path: path)
    }
  }

  /// Bytes up to and with the last page that is not all zeros.
  static func covered(_ bytes: Span<UInt8>) -> Int {
    let zeros = [UInt8](repeating: 0, count: pageBytes)
    var end = bytes.count
    while end > 0, equalInConstantTime(bytes.extracting(end - pageBytes..<end), zeros.span) {
      end -= pageBytes
    }
    return end
  }

  private static func key(_ rootKey: borrowing SecretBytes, salt: [UInt8]) -> SecretBytes {
    rootKey.withBytes {
      HKDF.derive(
        from: $0, salt: salt.span, info: Array("vernam/1 state".utf8).span,
        count: AES256GCM.keyBytes)
    }
  }

  private static func authenticated(id: PadID, slot: Int, generation: UInt64) -> [UInt8] {
    id.bytes + [UInt8(slot)] + generation.bigEndianBytes
  }
}

extension Span<UInt8> {
  /// One slot of a state file's bytes.
  @_lifetime(copy self)
  func slot(_ number: Int) -> Span<UInt8> {
    extracting(number * StateSlot.byteCount..<(number + 1) * StateSlot.byteCount)
  }
}
