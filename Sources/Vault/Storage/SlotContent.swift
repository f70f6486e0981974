internal import Pad

/// What a file of two sealed slots holds. In every version its bytes begin with the version.
protocol SlotContent: ~Copyable {
  static var format: SlotFormat { get }
  /// The bytes to seal.
  func encoded() -> SecretBytes
  /// Reads bytes whose seal was verified. Nil if they contradict themselves, or if this program
  /// would not write them exactly like this.
  static func decoded(_ bytes: Span<UInt8>) -> Self?
  /// Neither slot of the file is valid.
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
