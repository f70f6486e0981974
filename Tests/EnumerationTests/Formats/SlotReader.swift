import Pad

@testable import Vault

/// A reader of one kind of file with two sealed slots, as vernam-vault(5) describes it.
struct SlotReader {
  /// The contents of a valid slot.
  struct Opened {
    let generation: UInt64
    let text: [UInt8]
  }

  /// Bytes of a slot before its sealed text.
  static let headBytes = 52

  let vault: Vault
  private let magic: [UInt8]
  private let info: [UInt8]
  private let owner: [UInt8]

  static func state(of id: PadID, in vault: Vault) -> SlotReader {
    SlotReader(vault, "vernam/s", "vernam/1 state", owner: id.bytes)
  }

  static func book(of vault: Vault) -> SlotReader {
    SlotReader(vault, "vernam/c", "vernam/1 contacts", owner: vault.id.bytes)
  }

  private init(_ vault: Vault, _ magic: String, _ info: String, owner: [UInt8]) {
    self.vault = vault
    self.magic = Array(magic.utf8)
    self.info = Array(info.utf8)
    self.owner = owner
  }

  /// Opens a slot of a file's bytes; nil if it is torn, wiped, damaged, or of another kind.
  func open(_ bytes: [UInt8], slot: Int) -> Opened? {
    let size = bytes.count / 2
    guard size >= 4096 else { return nil }
    let page = bytes.span.extracting(slot * size..<(slot + 1) * size)
    guard page.extracting(0..<8).publicCopy == magic else { return nil }
    var offset = 8
    let generation = page.load(UInt64.self, at: &offset)
    let salt = page.extracting(16..<48).publicCopy
    offset = 48
    let end = SlotReader.headBytes + Int(page.load(UInt32.self, at: &offset)) + 16
    guard end <= size else { return nil }
    let key = vault.rootKey.withBytes { ReferenceKeys.hkdf($0, salt: salt, info: info) }
    let text = ReferenceKeys.open(
      page.extracting(SlotReader.headBytes..<end), key: key,
      authenticating: owner + [UInt8(slot)] + generation.bigEndianBytes)
    return text.map { Opened(generation: generation, text: $0) }
  }

  /// The contents of the newest valid slot; slot 0 if both have the same generation.
  func newest(_ bytes: [UInt8]) -> Opened? {
    guard let first = open(bytes, slot: 0) else { return open(bytes, slot: 1) }
    guard let second = open(bytes, slot: 1) else { return first }
    return second.generation > first.generation ? second : first
  }
}
