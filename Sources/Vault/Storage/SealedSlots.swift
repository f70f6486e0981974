// The one format of every file that changes: two sealed copies of the same content, one of which is
// always whole.
internal import Pad
internal import Primitives
internal import System

/// The format of a file with two sealed slots (vernam-vault(5), "Sealed slots"):
///
///     magic 8 · generation 8 · salt 32 · length 4 · sealed content · tag 16 · zeros
///
/// Sealed with AES-256-GCM under a key derived from the root key and the salt. The salt is fresh
/// for each seal, so the key is used once and the nonce is zero. Authenticated with it: owner ‖
/// slot ‖ generation.
struct SealedSlots<Content: SlotContent & ~Copyable>: Sendable {
  /// The id of the pad or vault, 16 bytes.
  let owner: [UInt8]
  /// Bytes of one slot, whole pages.
  let slotBytes: Int

  /// What one slot holds, if it is valid.
  struct Opened: ~Copyable {
    let generation: UInt64
    let content: Content
  }

  var fileBytes: Int { 2 * slotBytes }

  /// The longest content that fits, in bytes.
  var capacity: Int { slotBytes - SlotHead.byteCount - AES256GCM.tagBytes }

  /// The bytes of a slot up to the last page that is not all zeros. `covering` says how many bytes
  /// were there before and must be overwritten.
  func seal(
    _ text: borrowing SecretBytes, generation: UInt64, slot: Int, covering: Int = 0,
    rootKey: borrowing SecretBytes, randomness: any Randomness
  ) -> [UInt8] {
    precondition(text.count <= capacity)
    let salt = randomness.bytes(SlotHead.saltBytes)
    let head = SlotHead(generation: generation, salt: salt, count: text.count)
    let size = SlotHead.wholePages(max(head.slotBytes, covering))
    var page = [UInt8](repeating: 0, count: size)
    var bytes = page.mutableSpan
    var offset = 0
    head.store(Content.format.magic, in: &bytes, at: &offset)
    let key = key(rootKey, salt)
    let data = authenticated(slot, generation)
    let sealed = text.withBytes { AES256GCM.seal($0, key: key, authenticating: data) }
    bytes.store(sealed.span, at: &offset)
    return page
  }

  /// The bytes of a new file: both slots at their full size, with generation 1.
  func newFile(
    _ content: borrowing Content, rootKey: borrowing SecretBytes, randomness: any Randomness
  ) -> [UInt8] {
    var file: [UInt8] = []
    for slot in 0..<2 {
      file += seal(
        content.encoded(), generation: 1, slot: slot, covering: slotBytes, rootKey: rootKey,
        randomness: randomness)
    }
    return file
  }

  /// Opens a slot of the file at `path`, from all of the slot's bytes or as many as its head asks for.
  /// Nil if it is torn, wiped or damaged.
  func open(
    _ bytes: Span<UInt8>, slot: Int, of path: String, rootKey: borrowing SecretBytes
  ) throws(VaultError) -> Opened? {
    guard let head = SlotHead(bytes, magic: Content.format.magic), head.count <= capacity,
      head.slotBytes <= bytes.count
    else { return nil }
    let sealed = bytes.extracting(SlotHead.byteCount..<head.slotBytes)
    let data = authenticated(slot, head.generation)
    let opened = AES256GCM.open(sealed, key: key(rootKey, head.salt), authenticating: data)
    guard let text = consume opened else { return nil }
    if text.withBytes(isNewer) { throw .newerVersion(path: path) }
    guard let content = text.withBytes({ Content.decoded($0) }) else { return nil }
    return Opened(generation: head.generation, content: content)
  }

  /// One slot of the file's bytes.
  @_lifetime(copy bytes)
  func slot(_ number: Int, of bytes: Span<UInt8>) -> Span<UInt8> {
    bytes.extracting(number * slotBytes..<(number + 1) * slotBytes)
  }

  private func isNewer(_ bytes: Span<UInt8>) -> Bool {
    var offset = 0
    return bytes.count >= 2 && bytes.load(UInt16.self, at: &offset) > Content.format.version
  }

  private func key(_ rootKey: borrowing SecretBytes, _ salt: [UInt8]) -> SecretBytes {
    rootKey.withBytes {
      HKDF.derive(
        from: $0, salt: salt.span, info: Content.format.info.span, count: AES256GCM.keyBytes)
    }
  }

  private func authenticated(_ slot: Int, _ generation: UInt64) -> [UInt8] {
    owner + [UInt8(slot)] + generation.bigEndianBytes
  }
}
