internal import Pad
internal import Primitives

/// The part before the sealed content of a slot. Only opening the slot proves it.
struct SlotHead: Equatable {
  static let saltBytes = 32
  static let byteCount = 8 + 8 + saltBytes + 4
  static let pageBytes = 4096

  let generation: UInt64
  let salt: [UInt8]
  /// Bytes of the content.
  let count: Int

  init(generation: UInt64, salt: [UInt8], count: Int) {
    self.generation = generation
    self.salt = salt
    self.count = count
  }

  /// Bytes of the slot that are not filler.
  var slotBytes: Int { SlotHead.byteCount + count + AES256GCM.tagBytes }

  /// Nil if no slot can begin like this.
  init?(_ bytes: Span<UInt8>, magic: [UInt8]) {
    guard bytes.count >= SlotHead.byteCount,
      equalInConstantTime(bytes.extracting(first: 8), magic.span)
    else { return nil }
    var offset = 8
    generation = bytes.load(UInt64.self, at: &offset)
    salt = bytes.load(SlotHead.saltBytes, at: &offset).publicCopy
    count = Int(bytes.load(UInt32.self, at: &offset))
    guard VaultHeader.generations.contains(generation) else { return nil }
  }

  func store(_ magic: [UInt8], in bytes: inout MutableSpan<UInt8>, at offset: inout Int) {
    bytes.store(magic.span, at: &offset)
    bytes.store(generation, at: &offset)
    bytes.store(salt.span, at: &offset)
    bytes.store(UInt32(count), at: &offset)
  }

  static func wholePages(_ count: Int) -> Int { (count + pageBytes - 1) / pageBytes * pageBytes }

  /// Bytes up to and including the last page that is not all zeros.
  static func covered(_ bytes: Span<UInt8>) -> Int {
    let zeros = [UInt8](repeating: 0, count: pageBytes)
    var end = bytes.count
    while end > 0, zeros.span.equals(bytes.extracting(end - pageBytes..<end)) {
      end -= pageBytes
    }
    return end
  }
}
