internal import Pad
internal import Primitives
internal import System

/// The file is two copies of one page or more, so that a bad sector does not take both:
///
///     magic 8 · salt 32 · length 4 · sealed decisions · tag 16 · zeros
///
/// Sealed with AES-256-GCM under a key derived from the root key and the salt, which is fresh each
/// time, so the nonce is zero. Authenticated with it: vault id ‖ copy. All this is so in every
/// version; the sealed decisions begin with theirs.
extension Decisions {
  enum Reading: Equatable {
    case decisions(Decisions)
    case damaged
    case newer
  }

  private static let magic = Array("vernam/d".utf8)
  private static let version: UInt16 = 1
  private static let saltBytes = 32
  private static let pageBytes = 4096
  private static let headBytes = 8 + saltBytes + 4
  private static let nameBytes = 1 + ContactName.maximumBytes
  private static let decisionBytes = DecisionID.byteCount + nameBytes + 1 + 4 + nameBytes
  private static let lost: UInt8 = 0xff
  private static let heardBytes = PadID.byteCount + 8
  /// A longer file was not made by this program.
  static let mostBytes = 32 << 20

  /// The bytes of the file.
  func sealed(
    for vault: VaultID, rootKey: borrowing SecretBytes, randomness: some Randomness
  ) -> [UInt8] {
    Decisions.seal(encoded(), for: vault, rootKey: rootKey, randomness: randomness)
  }

  /// The same of text that is encoded already.
  static func seal(
    _ text: [UInt8], for vault: VaultID, rootKey: borrowing SecretBytes,
    randomness: some Randomness
  ) -> [UInt8] {
    [0, 1].flatMap { copy -> [UInt8] in
      let salt = randomness.bytes(Decisions.saltBytes)
      var sealed = [UInt8](repeating: 0, count: text.count + AES256GCM.tagBytes)
      var target = sealed.mutableSpan
      Decisions.key(rootKey, salt: salt).withBytes { key in
        var cipher = AES256GCM()
        cipher.seal(
          text.span, key: key, nonce: AES256GCM.zeroNonce,
          authenticating: Decisions.authenticated(vault, copy: copy), into: &target)
      }
      let head = Decisions.magic + salt + UInt32(text.count).bigEndianBytes
      let used = head.count + sealed.count
      let filler = (Decisions.pageBytes - used % Decisions.pageBytes) % Decisions.pageBytes
      return head + sealed + [UInt8](repeating: 0, count: filler)
    }
  }

  /// What a file says: its first copy that opens, and whether another one does not.
  static func read(
    _ bytes: [UInt8], of vault: VaultID, rootKey: borrowing SecretBytes
  ) -> (reading: Reading, hasDamage: Bool) {
    guard bytes.count.isMultiple(of: 2 * pageBytes) else { return (.damaged, true) }
    let half = bytes.count / 2
    let copies = [0, 1].map { copy in
      open(
        bytes.span.extracting(copy * half..<(copy + 1) * half), copy: copy, of: vault,
        rootKey: rootKey)
    }
    return (copies.first { $0 != .damaged } ?? .damaged, copies.contains(.damaged))
  }

  private static func open(
    _ bytes: Span<UInt8>, copy: Int, of vault: VaultID, rootKey: borrowing SecretBytes
  ) -> Reading {
    guard bytes.count > headBytes, bytes.extracting(first: 8).publicCopy == magic else {
      return .damaged
    }
    var offset = 8
    let salt = bytes.extracting(offset..<offset + saltBytes).publicCopy
    offset += saltBytes
    let count = Int(bytes.load(UInt32.self, at: &offset))
    let end = headBytes + count + AES256GCM.tagBytes
    guard end <= bytes.count else { return .damaged }
    var text = [UInt8](repeating: 0, count: count)
    var target = text.mutableSpan
    let isValid = key(rootKey, salt: salt).withBytes { key in
      var cipher = AES256GCM()
      return cipher.open(
        bytes.extracting(headBytes..<end), key: key, nonce: AES256GCM.zeroNonce,
        authenticating: authenticated(vault, copy: copy), into: &target)
    }
    guard isValid, count >= 2 else { return .damaged }
    offset = 0
    let found = text.span.load(UInt16.self, at: &offset)
    if found > version { return .newer }
    guard found == version, let decisions = Decisions(decoding: text.span, from: offset),
      decisions.encoded() == text
    else { return .damaged }
    return .decisions(decisions)
  }

  private static func key(_ rootKey: borrowing SecretBytes, salt: [UInt8]) -> SecretBytes {
    rootKey.withBytes {
      HKDF.derive(
        from: $0, salt: salt.span, info: Array("vernam/1 decisions".utf8).span,
        count: AES256GCM.keyBytes)
    }
  }

  private static func authenticated(_ vault: VaultID, copy: Int) -> [UInt8] {
    vault.bytes + [UInt8(copy)]
  }

  // MARK: Text

  func encoded() -> [UInt8] {
    var text = Decisions.version.bigEndianBytes + UInt32(list.count).bigEndianBytes
    for decision in list {
      text += decision.id.bytes + Decisions.encoded(decision.contact)
      switch decision.kind {
      case .closing(let closure, let before):
        text += [closure.rawValue] + UInt32(before).bigEndianBytes + Decisions.encoded("")
      case .renaming(let name):
        text += [0] + UInt32(0).bigEndianBytes + Decisions.encoded(name)
      case .lost: text += [Decisions.lost] + UInt32(0).bigEndianBytes + Decisions.encoded("")
      }
    }
    text += UInt32(heard.count).bigEndianBytes
    for (id, generation) in heard.sorted(by: { $0.key.hexadecimal < $1.key.hexadecimal }) {
      text += id.bytes + generation.bigEndianBytes
    }
    return text
  }

  private static func encoded(_ name: String) -> [UInt8] {
    let name = Array(name.utf8)
    let filler = [UInt8](repeating: 0, count: ContactName.maximumBytes - name.count)
    return [UInt8(name.count)] + name + filler
  }

  private init?(decoding bytes: Span<UInt8>, from start: Int) {
    var offset = start
    var list: [Decision] = []
    guard let count = Decisions.count(bytes, at: &offset, of: Decisions.decisionBytes) else {
      return nil
    }
    for place in 0..<count {
      guard let decision = Decisions.decision(bytes, at: &offset) else { return nil }
      if case .closing(_, let before) = decision.kind, before > place { return nil }
      list.append(decision)
    }
    var heard: [PadID: UInt64] = [:]
    guard let count = Decisions.count(bytes, at: &offset, of: Decisions.heardBytes) else {
      return nil
    }
    for _ in 0..<count {
      let id = Decisions.id(bytes, at: &offset)
      heard[id] = bytes.load(UInt64.self, at: &offset)
    }
    guard offset == bytes.count else { return nil }
    self.init(list: list, heard: heard)
  }

  private static func decision(_ bytes: Span<UInt8>, at offset: inout Int) -> Decision? {
    let id = id(bytes, at: &offset)
    let isForAll = bytes[offset] == 0
    let contact = name(bytes, at: &offset)
    let kind = bytes.load(UInt8.self, at: &offset)
    let before = Int(bytes.load(UInt32.self, at: &offset))
    let newName = name(bytes, at: &offset)
    if let closure = SendingClosure(rawValue: kind), let name = isForAll ? everybody : contact {
      return Decision(id: id, contact: name, kind: .closing(closure, before: before))
    }
    if kind == lost, isForAll { return Decision(id: id, contact: everybody, kind: .lost) }
    guard kind == 0, let contact, let newName else { return nil }
    return Decision(id: id, contact: contact, kind: .renaming(to: newName))
  }

  private static func id(_ bytes: Span<UInt8>, at offset: inout Int) -> PadID {
    let end = offset + PadID.byteCount
    defer { offset = end }
    return PadID(bytes.extracting(offset..<end).publicCopy)
  }

  /// How many entries of so many bytes follow; nil where there is no room for them.
  private static func count(
    _ bytes: Span<UInt8>, at offset: inout Int, of entryBytes: Int
  ) -> Int? {
    guard bytes.count - offset >= 4 else { return nil }
    let count = Int(bytes.load(UInt32.self, at: &offset))
    return (bytes.count - offset) / entryBytes >= count ? count : nil
  }

  private static func name(_ bytes: Span<UInt8>, at offset: inout Int) -> String? {
    let length = min(Int(bytes.load(UInt8.self, at: &offset)), ContactName.maximumBytes)
    let name = bytes.extracting(offset..<offset + length).publicCopy
    offset += ContactName.maximumBytes
    return String(validating: name, as: UTF8.self).flatMap {
      ContactName.isValid($0) ? $0 : nil
    }
  }
}
