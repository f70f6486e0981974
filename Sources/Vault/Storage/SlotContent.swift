internal import Pad

/// The content of a file with two sealed slots. In every version it begins with the version.
protocol SlotContent: ~Copyable {
  static var format: SlotFormat { get }
  /// The bytes to seal.
  func encoded() -> SecretBytes
  /// Decodes bytes whose seal was verified. Nil if they contradict themselves, or if this program
  /// would not write exactly these bytes.
  static func decoded(_ bytes: Span<UInt8>) -> Self?
  /// The error if neither slot of the file is valid.
  static func damage(path: String) -> VaultError
}

/// What tells one kind of sealed slot from another.
struct SlotFormat {
  /// The first 8 bytes of a slot.
  let magic: [UInt8]
  /// What HKDF mixes into the slot's key.
  let info: [UInt8]
  /// The newest version that this program reads.
  let version: UInt16
}
