internal import Codec
internal import Pad
internal import System

extension FuzzTarget {
  static func armor(_ input: [UInt8]) -> Bool { keepsWhatItFound(Armor.read(input.span)) }

  static func parts(_ input: [UInt8]) -> Bool {
    let texts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let kept = Armor.read(Array(texts[0]).span).flatMap { finding -> [ArmorPart<[UInt8]>] in
      if case .incomplete(let message) = finding { message.found } else { [] }
    }
    for part in kept {
      let again = Armor.read(Armor.write(part).span)
      precondition(again.count == 1, "a part that is kept is read again")
    }
    return keepsWhatItFound(Armor.read(Array(texts.last!).span, completing: kept))
  }

  private static func keepsWhatItFound(_ findings: [ArmorFinding]) -> Bool {
    var hasPacket = false
    for finding in findings {
      precondition(!finding.description.isEmpty)
      guard case .packet(let packet) = finding else { continue }
      let again = Armor.read(Armor.write(packet.bytes.span).span)
      precondition(again == [.packet(ArmoredPacket(bytes: packet.bytes))], "one form only")
      hasPacket = true
    }
    return hasPacket
  }

  static func stream(_ input: [UInt8]) -> Bool {
    guard let first = input.first else { return false }
    let pieces = read(input, inPiecesOf: Int(first) + 1)
    precondition(pieces.decoded.count <= input.count, "letters hold less than their number")
    for part in pieces.parts {
      let content = Array(pieces.decoded[part.content.range])
      let again = Armor.read(Armor.write(ArmorPart(head: part.head, content: content)).span)
      precondition(again.count == 1, "a part that was read stands in the decoded bytes")
    }
    return !pieces.parts.isEmpty
  }

  private static func read(
    _ input: [UInt8], inPiecesOf size: Int
  ) -> (decoded: [UInt8], parts: [ArmorPart<ArmorStream.Content>]) {
    var stream = ArmorStream()
    var decoded: [UInt8] = []
    for start in Swift.stride(from: 0, to: input.count, by: size) {
      let piece = Array(input[start..<min(start + size, input.count)])
      decoded += stream.append(piece.span)
    }
    decoded += stream.finish()
    let parts = stream.findings.compactMap { finding in
      if case .part(let part) = finding { part } else { nil }
    }
    return (decoded, parts)
  }

  /// As it came, nobody's; with the right header and tag, what was meant.
  static func packet(_ input: [UInt8]) -> Bool {
    let key = SecretBytes(count: 32)
    let place = PacketPlace(padID: [UInt8](repeating: 7, count: 16), lane: 0, chunk: 3)
    guard input.count >= Packet.leastBytes else {
      precondition(key.withBytes { Packet.chunk(of: input.span, headerKey: $0) } == nil)
      return false
    }
    precondition(
      Packet.open(input.span, with: slice(input.count), at: place) == nil, "nobody forges a tag")
    let text = input[Packet.headerBytes..<input.count - Packet.tagBytes]
    let whole = sealed(Array(text), at: place, key)
    precondition(key.withBytes { Packet.chunk(of: whole.span, headerKey: $0) } == place.chunk)
    let opened = Packet.open(whole.span, with: slice(input.count), at: place)
    precondition(opened!.withBytes { $0.publicCopy } == Array(text))
    return true
  }

  /// A pad of zeros: ciphertext is plaintext, and the keys are known.
  private static func slice(_ packetBytes: Int) -> PadSlice {
    PadSlice(SecretBytes(count: packetBytes + PadSlice.authenticationBytes))
  }

  private static func sealed(
    _ text: [UInt8], at place: PacketPlace, _ key: borrowing SecretBytes
  ) -> [UInt8] {
    var authenticator = slice(text.count).withAuthenticationKeys {
      PacketAuthenticator(hmac: $0, poly1305: $1, at: place)
    }
    authenticator.update(text.span)
    let tag = authenticator.finish()
    return Packet.header(place.chunk, tag: tag, headerKey: key) + text + tag
  }

  static func body(_ input: [UInt8]) -> Bool {
    guard let body = Body(SecretBytes(copying: input.span)) else { return false }
    let head = body.head.encoded().withBytes { $0.publicCopy }
    let content = body.withContent { $0.publicCopy }
    let text = head + content + [Body.mark]
    precondition(input.starts(with: text), "head and content are as they came")
    precondition(input.dropFirst(text.count).allSatisfy { $0 == 0 }, "then there are zeros only")
    if case .file(let name) = body.head.kind, let usable = name.usable {
      precondition(!usable.contains("/") && !usable.hasPrefix("."), "no path, nothing hidden")
    }
    return true
  }
}
