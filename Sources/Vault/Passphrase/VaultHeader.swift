internal import Pad
internal import Primitives
internal import System

/// One copy of the vault's header, in a page of its own (all integers big-endian):
///
///     magic 8 · version 2 · generation 8 · vault id 16 · protection 1 · log₂ N 1 · r 4 · p 4
///     salt 32 · wrapped root key 32 + 16 · zeros · SHA-256 of all before, at the page's end 32
///
/// Magic, version and hash have the same place in every version, so that a damaged copy is not
/// taken for one of a newer version. The root key is wrapped with AES-256-GCM, authenticating
/// everything before it. The salt, and with it the wrapping key, is fresh at each change, so the
/// nonce is zero.
struct VaultHeader: Equatable {
  static let pageBytes = 4096
  private static let magic = Array("vernam/v".utf8)
  private static let version: UInt16 = 1
  /// The generations that a vault can have; none is so great that there is no next one.
  static let generations: Range<UInt64> = 1..<1 << 62
  private static let saltBytes = 32
  private static let wrappedBytes = 32 + AES256GCM.tagBytes
  private static let hashedBytes = pageBytes - SHA256.byteCount

  let generation: UInt64
  let vaultID: VaultID
  /// Nil if the passphrase is empty: then scrypt does not run.
  let cost: Scrypt.Cost?
  private let salt: [UInt8]
  private var wrapped: [UInt8] = []

  /// Wraps a root key.
  init(
    generation: UInt64, vaultID: VaultID, rootKey: borrowing SecretBytes,
    passphrase: borrowing SecretBytes, cost: Scrypt.Cost, randomness: some Randomness
  ) throws(VaultError) {
    self.generation = generation
    self.vaultID = vaultID
    self.cost = passphrase.count == 0 ? nil : cost
    salt = randomness.bytes(VaultHeader.saltBytes)
    let key = try wrappingKey(passphrase)
    let head = head
    wrapped = rootKey.withBytes { AES256GCM.seal($0, key: key, authenticating: head) }
  }

  /// Unwraps the root key. Nil if the tag shows that the wrapping key is not this header's.
  func unwrap(with key: borrowing SecretBytes) -> SecretBytes? {
    guard key.count == AES256GCM.keyBytes else { return nil }
    return AES256GCM.open(wrapped.span, key: key, authenticating: head)
  }

  /// The page as it is on disk.
  var page: [UInt8] {
    let text = head + wrapped
    let page = text + [UInt8](repeating: 0, count: VaultHeader.hashedBytes - text.count)
    return page + SHA256.hash(page.span)
  }

  /// Reads a copy of exactly `pageBytes`; nil if it is damaged.
  init?(_ page: Span<UInt8>, path: String) throws(VaultError) {
    guard page.extracting(first: 8).publicCopy == VaultHeader.magic,
      page.extracting(droppingFirst: VaultHeader.hashedBytes).publicCopy
        == SHA256.hash(page.extracting(first: VaultHeader.hashedBytes))
    else { return nil }
    var offset = 8
    let version = page.load(UInt16.self, at: &offset)
    if version > VaultHeader.version { throw .newerVersion(path: path) }
    generation = page.load(UInt64.self, at: &offset)
    vaultID = VaultID(number: page.load(UInt128.self, at: &offset))
    let isProtected = page.load(UInt8.self, at: &offset) == 1
    let logN = Int(page.load(UInt8.self, at: &offset))
    let r = Int(page.load(UInt32.self, at: &offset))
    let p = Int(page.load(UInt32.self, at: &offset))
    cost = isProtected ? Scrypt.Cost(logN: logN, r: r, p: p) : nil
    salt = page.load(VaultHeader.saltBytes, at: &offset).publicCopy
    wrapped = page.load(VaultHeader.wrappedBytes, at: &offset).publicCopy
    guard version == VaultHeader.version, VaultHeader.generations.contains(generation) else {
      return nil
    }
  }

  private var head: [UInt8] {
    VaultHeader.magic + VaultHeader.version.bigEndianBytes + generation.bigEndianBytes
      + vaultID.bytes + [cost == nil ? 0 : 1, UInt8(cost?.logN ?? 0)]
      + UInt32(cost?.r ?? 0).bigEndianBytes + UInt32(cost?.p ?? 0).bigEndianBytes + salt
  }

  /// The key that a passphrase gives with this header's salt. Throws if scrypt cannot get its
  /// memory.
  func wrappingKey(_ passphrase: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
    guard let cost else {
      return HKDF.derive(
        from: Array("no passphrase".utf8).span, salt: salt.span,
        info: Array("vernam/1 vault".utf8).span, count: AES256GCM.keyBytes)
    }
    let key = passphrase.withBytes {
      Scrypt.derive(from: $0, salt: salt.span, cost: cost, count: AES256GCM.keyBytes)
    }
    guard let key = consume key else { throw .notEnoughMemory(bytes: cost.memoryBytes) }
    return key
  }
}
