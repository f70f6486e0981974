internal import Codec
internal import Pad
internal import System
internal import TestSupport

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
    let findings = Armor.read(Array(texts.last!).span)
    let lacking = findings.enumerated().compactMap { number, finding in
      if case .incomplete(let message) = finding { (number, message) } else { nil }
    }
    let joined = IncompleteMessage.joined(lacking, completing: kept)
    return keepsWhatItFound(findings + joined.map(\.finding))
  }

  private static func keepsWhatItFound(_ findings: [ArmorFinding]) -> Bool {
    var hasPacket = false
    for finding in findings {
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

  static func mail(_ input: [UInt8]) -> Bool {
    guard let first = input.first else { return false }
    let parts = decoded(input, inPiecesOf: Int(first) + 1)
    precondition(parts == decoded(input, inPiecesOf: input.count), "pieces make no difference")
    let count = parts.joined().count
    precondition(count <= input.count, "decoded bytes are never more")
    return count > 0
  }

  private static func decoded(_ input: [UInt8], inPiecesOf size: Int) -> [[UInt8]] {
    var rest = input[...]
    let mail = MailBody {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    var parts: [[UInt8]] = []
    do {
      while try mail.nextPart() {
        parts.append([])
        while case let piece = try mail.piece(), !piece.isEmpty { parts[parts.count - 1] += piece }
      }
    } catch { preconditionFailure("\(error)") }
    return parts
  }

  /// A packet as it came must be refused; with the right header and tag it must say what was meant.
  /// The first byte, which belongs to the header, gives the size of the pieces.
  static func packet(_ input: [UInt8]) -> Bool {
    let key = [UInt8](repeating: 0, count: 32)
    guard input.count >= Packet.leastBytes else {
      precondition(Packet.chunk(of: input.span, headerKey: key.span) == nil)
      return false
    }
    // A slice of zeros: ciphertext is plaintext, and the keys are known.
    let slice = [UInt8](repeating: 0, count: input.count + PadSlice.authenticationBytes)
    let position = PacketPosition(padID: [UInt8](repeating: 7, count: 16), lane: 0, chunk: 3)
    let streamed = StreamedPacket(slice: slice, at: position, pieceBytes: Int(input[0]) + 1)
    let text = Array(input[Packet.headerBytes..<input.count - Packet.tagBytes])
    let whole = ReferencePacket.seal(text, slice: slice, at: position, headerKey: key)
    precondition(Packet.chunk(of: whole.span, headerKey: key.span) == position.chunk)
    do {
      let opening = try streamed.open(input)
      precondition(opening.isRefused, "nobody forges a tag")
      return try isRead(text, streamed, whole, key)
    } catch { preconditionFailure("\(error)") }
  }

  /// Opens an authentic packet and compares the result with its text. False if that is not a body.
  private static func isRead(
    _ text: [UInt8], _ streamed: StreamedPacket, _ packet: [UInt8], _ key: [UInt8]
  ) throws -> Bool {
    let opening = try streamed.open(packet)
    guard let body = ReferenceBody(SecretBytes(copying: text.span)) else {
      precondition(opening.isMalformed && opening.isSilent, "no body, nothing handed over")
      return false
    }
    let head = body.head
    let content = body.withContent { $0.publicCopy }
    precondition(opening.answer == head && opening.begun == head, "one head")
    precondition(opening.contentBytes == content.count && opening.content == content)
    // The program writes no extended bodies, and a reader does not insist on the bucket.
    if head.skippedBytes == 0, Body.byteCount(head.kind, content: content.count) == text.count {
      let again = try streamed.seal(head, content, headerKey: key)
      precondition(again == packet, "one form only")
    }
    return true
  }

  static func body(_ input: [UInt8]) -> Bool {
    guard let body = ReferenceBody(SecretBytes(copying: input.span)) else { return false }
    var head = body.head.encoded().withBytes { $0.publicCopy }
    let content = body.withContent { $0.publicCopy }
    if body.head.skippedBytes > 0 {
      let skipped = Array(input[BodyHead.byteCount...].prefix(body.head.skippedBytes))
      precondition(hasOddTags(skipped) && skipped.last == head[0], "all that is skipped may be")
      head =
        [BodyHead.extended] + head[1..<BodyHead.byteCount] + skipped
        + head[BodyHead.byteCount...]
    }
    let text = head + content + [Body.mark]
    precondition(input.starts(with: text), "head and content are as they came")
    precondition(input.dropFirst(text.count).allSatisfy { $0 == 0 }, "then there are zeros only")
    if case .file(let name) = body.head.kind, let usable = name.usable {
      precondition(!usable.contains("/") && !usable.hasPrefix("."), "no path, nothing hidden")
    }
    return true
  }

  /// Whether these are the length of fields, fields with odd tags, and one byte more.
  private static func hasOddTags(_ skipped: [UInt8]) -> Bool {
    let length = { (place: Int) in Int(skipped[place]) << 8 | Int(skipped[place + 1]) }
    var place = 2
    while place < skipped.count - 1, skipped[place] % 2 == 1 { place += 3 + length(place + 1) }
    return place == skipped.count - 1 && length(0) == skipped.count - 3
  }
}
