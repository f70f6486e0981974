internal import Pad

/// The layout of the contact book, all integers big-endian:
///
///     version 2 · mark 8 · highest number 4 · closed through 4 · reason 1 · file identity 29
///     machines 1 · 4 × machine 16 · counter directory: length 2 and as many bytes
///     contacts 4 · pads 4
///     contacts × (id 16 · closed through 4 · reason 1 · name length 1 · name 64)
///     pads × (id 16 · number 4 · contact 16 · role 1 · shape 10 · header keys 64)
extension ContactBook: SlotContent {
  static let format = SlotFormat(
    magic: Array("vernam/c".utf8), info: Array("vernam/1 contacts".utf8), version: 1)

  private static let machineBytes = 16
  private static let fixedBytes =
    2 + 8 + 4 + 5 + FileIdentity.byteCount + 1 + mostMachines * machineBytes + 2 + 8
  private static let personBytes = ContactID.byteCount + 5 + 1 + ContactName.maximumBytes
  private static let padBytes =
    PadID.byteCount + 4 + ContactID.byteCount + 1 + PadShape.byteCount + PadShape.headerKeysBytes

  static func damage(path: String) -> VaultError { .bookDamaged(path: path) }

  /// Bytes of the encoded book.
  var encodedBytes: Int {
    ContactBook.fixedBytes + (counterDirectory?.utf8.count ?? 0)
      + people.count * ContactBook.personBytes + pads.count * ContactBook.padBytes
  }

  func encoded() -> SecretBytes {
    var result = SecretBytes(count: encodedBytes)
    result.withMutableBytes { bytes in
      var offset = 0
      storeFixedPart(in: &bytes, at: &offset)
      for person in people { store(person, in: &bytes, at: &offset) }
      for pad in pads {
        bytes.store(pad.id.bytes.span, at: &offset)
        bytes.store(UInt32(pad.number), at: &offset)
        bytes.store(pad.contact.bytes.span, at: &offset)
        bytes.store(pad.role.rawValue, at: &offset)
        pad.shape.store(in: &bytes, at: &offset)
        pad.keys.withBytes { bytes.store($0, at: &offset) }
      }
    }
    return result
  }

  private func storeFixedPart(in bytes: inout MutableSpan<UInt8>, at offset: inout Int) {
    bytes.store(ContactBook.format.version, at: &offset)
    bytes.store(mark, at: &offset)
    bytes.store(UInt32(highestNumber), at: &offset)
    store(closing, in: &bytes, at: &offset)
    identity.store(in: &bytes, at: &offset)
    bytes.store(UInt8(machines.count), at: &offset)
    for machine in machines { bytes.store(machine.span, at: &offset) }
    offset += (ContactBook.mostMachines - machines.count) * ContactBook.machineBytes
    let directory = Array((counterDirectory ?? "").utf8)
    bytes.store(UInt16(directory.count), at: &offset)
    bytes.store(directory.span, at: &offset)
    bytes.store(UInt32(people.count), at: &offset)
    bytes.store(UInt32(pads.count), at: &offset)
  }

  private func store(
    _ person: Person, in bytes: inout MutableSpan<UInt8>, at offset: inout Int
  ) {
    let name = Array(person.name.utf8)
    bytes.store(person.id.bytes.span, at: &offset)
    store(person.closing, in: &bytes, at: &offset)
    bytes.store(UInt8(name.count), at: &offset)
    bytes.store(name.span, at: &offset)
    offset += ContactName.maximumBytes - name.count
  }

  private func store(
    _ closing: Closing?, in bytes: inout MutableSpan<UInt8>, at offset: inout Int
  ) {
    bytes.store(UInt32(closing?.through ?? 0), at: &offset)
    bytes.store(closing?.reason.rawValue ?? 0, at: &offset)
  }

  static func decoded(_ bytes: Span<UInt8>) -> ContactBook? { ContactBook(decoding: bytes) }

  private init?(decoding bytes: Span<UInt8>) {
    guard bytes.count >= ContactBook.fixedBytes else { return nil }
    var offset = 0
    guard bytes.load(UInt16.self, at: &offset) == ContactBook.format.version else { return nil }
    let mark = bytes.load(UInt64.self, at: &offset)
    let highestNumber = Int(bytes.load(UInt32.self, at: &offset))
    guard let closing = ContactBook.closing(in: bytes, at: &offset),
      let identity = FileIdentity(reading: bytes, at: &offset),
      let machines = ContactBook.machines(in: bytes, at: &offset)
    else { return nil }
    let directoryBytes = Int(bytes.load(UInt16.self, at: &offset))
    guard bytes.count >= ContactBook.fixedBytes + directoryBytes,
      let directory = bytes.text(directoryBytes, at: &offset)
    else { return nil }
    let personCount = Int(bytes.load(UInt32.self, at: &offset))
    let padCount = Int(bytes.load(UInt32.self, at: &offset))
    let rest = personCount * ContactBook.personBytes + padCount * ContactBook.padBytes
    guard bytes.count - offset == rest,
      let people = ContactBook.people(personCount, in: bytes, at: &offset),
      let pads = ContactBook.pads(padCount, in: bytes, at: &offset)
    else { return nil }
    self.init(
      people: people, pads: pads, highestNumber: highestNumber, closing: closing.value,
      identity: identity)
    self.mark = mark
    self.machines = machines
    counterDirectory = directory.isEmpty ? nil : directory
  }

  private static func machines(in bytes: Span<UInt8>, at offset: inout Int) -> [[UInt8]]? {
    let count = Int(bytes.load(UInt8.self, at: &offset))
    guard count <= mostMachines else { return nil }
    let machines = (0..<count).map { _ in bytes.load(machineBytes, at: &offset).publicCopy }
    return bytes.skipZeros((mostMachines - count) * machineBytes, at: &offset) ? machines : nil
  }

  private static func people(
    _ count: Int, in bytes: Span<UInt8>, at offset: inout Int
  ) -> [Person]? {
    var people: [Person] = []
    people.reserveCapacity(count)
    for _ in 0..<count {
      let id = ContactID(number: bytes.load(UInt128.self, at: &offset))
      guard let closing = closing(in: bytes, at: &offset) else { return nil }
      let length = Int(bytes.load(UInt8.self, at: &offset))
      guard length <= ContactName.maximumBytes else { return nil }
      guard let name = bytes.text(length, at: &offset), ContactName.isValid(name),
        bytes.skipZeros(ContactName.maximumBytes - length, at: &offset)
      else { return nil }
      people.append(Person(id: id, name: name, closing: closing.value))
    }
    return people
  }

  private static func pads(
    _ count: Int, in bytes: Span<UInt8>, at offset: inout Int
  ) -> [Pad]? {
    var pads: [Pad] = []
    pads.reserveCapacity(count)
    for _ in 0..<count {
      let id = PadID(number: bytes.load(UInt128.self, at: &offset))
      let number = Int(bytes.load(UInt32.self, at: &offset))
      let contact = ContactID(number: bytes.load(UInt128.self, at: &offset))
      guard let role = PadRole(rawValue: bytes.load(UInt8.self, at: &offset)),
        let shape = PadShape(reading: bytes, at: &offset)
      else { return nil }
      let keys = HeaderKeys(copying: bytes.load(PadShape.headerKeysBytes, at: &offset))
      pads.append(
        Pad(id: id, number: number, contact: contact, role: role, shape: shape, keys: keys))
    }
    return pads
  }

  /// Nil if this version does not know the reason.
  private static func closing(
    in bytes: Span<UInt8>, at offset: inout Int
  ) -> (value: Closing?, Void)? {
    let through = Int(bytes.load(UInt32.self, at: &offset))
    let number = bytes.load(UInt8.self, at: &offset)
    if number == 0 { return through == 0 ? (nil, ()) : nil }
    guard let reason = SendingClosure(rawValue: number) else { return nil }
    return (Closing(through: through, reason: reason), ())
  }
}

extension Span<UInt8> {
  /// Skips filler; false if it is not all zeros.
  fileprivate func skipZeros(_ count: Int, at offset: inout Int) -> Bool {
    let end = offset + count
    while end - offset >= 8 { if load(UInt64.self, at: &offset) != 0 { return false } }
    while offset < end { if load(UInt8.self, at: &offset) != 0 { return false } }
    return true
  }

  /// The next `count` bytes as text; nil if they are not UTF-8.
  fileprivate func text(_ count: Int, at offset: inout Int) -> String? {
    guard let text = try? UTF8Span(validating: load(count, at: &offset)) else { return nil }
    return String(copying: text)
  }
}
