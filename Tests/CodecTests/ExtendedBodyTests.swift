import Pad
import Testing

@testable import Codec

/// vernam-message(5), "Extended bodies".
@Suite("An extended body")
struct ExtendedBodyTests {
  /// Reads a body of type 3 in which these bytes follow the head; nil if it is malformed.
  private func read(_ rest: [UInt8]) -> BodyHead? {
    let body = [BodyHead.extended] + [UInt8](repeating: 0, count: 12) + rest
    return BodyHead(body.span, end: body.count)
  }

  private func field(_ tag: UInt8, _ value: [UInt8] = []) -> [UInt8] {
    [tag, UInt8(value.count >> 8), UInt8(value.count & 255)] + value
  }

  /// The fields with their length before them.
  private func fields(_ bytes: [UInt8] = []) -> [UInt8] {
    [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
  }

  @Test("without fields, or with odd ones alone, is what stands inside")
  func skipped() {
    for some in [[], field(1, [2, 2, 2]), field(1) + field(3, [0]) + field(255)] {
      let text = read(fields(some) + [1, 7, 7])
      #expect(text?.kind == .text)
      #expect(text?.contentStart == 13 + 2 + some.count + 1)
      let file = read(fields(some) + [2, 0, 1, 65, 7])
      #expect(file?.kind == .file(FileName([65])))
      #expect(file?.contentStart == 13 + 2 + some.count + 1 + 3)
    }
  }

  @Test("may end right after the type of what stands inside")
  func empty() { #expect(read(fields() + [1])?.kind == .text) }

  @Test("with an even field is of an unknown type, and all of it is content")
  func mustBeKnown() {
    for some in [field(0), field(2, [1]), field(1) + field(254), field(2) + field(3)] {
      // Only who knows the field knows what stands behind it.
      for inner: UInt8 in [0, 1, 2, 3, 4] {
        let head = read(fields(some) + [inner])
        #expect(head?.kind == .unknown(3))
        #expect(head?.contentStart == 13)
      }
    }
  }

  @Test("with another type inside is of an unknown type, too", arguments: [4, 255] as [UInt8])
  func unknownInner(type: UInt8) {
    let head = read(fields(field(1)) + [type, 7])
    #expect(head?.kind == .unknown(3))
    #expect(head?.contentStart == 13)
  }

  @Test("is refused with a hello or an extended body inside", arguments: [0, 3] as [UInt8])
  func refusedInner(type: UInt8) {
    #expect(read(fields() + [type, 0, 0, 1]) == nil)
    #expect(read(fields(field(1)) + [type, 0, 0, 1]) == nil)
  }

  @Test("is refused if a length does not fit")
  func lengths() {
    let cases: [[UInt8]] = [
      [], [0],  // the length of the fields is cut short
      [0, 0], [0, 3, 1, 0, 0],  // no type behind the fields
      [0, 4, 1, 0, 0],  // fields beyond the body
      [0xFF, 0xFF, 1, 0, 0, 1],
      [0, 1, 1, 1, 1], [0, 2, 1, 0, 1, 1],  // a field cut short
      [0, 3, 1, 0, 1, 1, 1],  // a value beyond the fields
      [0, 3, 1, 0xFF, 0xFF, 1],
      [0, 4, 1, 0, 0, 1, 1],  // a byte behind the last field
      [0, 3, 2, 0, 1, 1, 1],  // with an even tag, too
      [0, 0, 2, 0], [0, 0, 2, 0, 2, 65],  // the name of the file
    ]
    for bytes in cases { #expect(read(bytes) == nil, "\(bytes)") }
  }

  @Test("is refused if a tag comes twice, or after a higher one")
  func order() {
    for some in [field(1) + field(1), field(3) + field(1), field(2) + field(2)] {
      #expect(read(fields(some) + [1]) == nil)
    }
  }

  @Test("has at most 65,535 bytes of fields, and then a name as long, in what is read of it")
  func longest() {
    let value = [UInt8](repeating: 5, count: 65_532)
    let name = [UInt8](repeating: 65, count: 65_535)
    let rest = fields(field(1, value)) + [2, 0xFF, 0xFF] + name
    #expect(read(rest)?.contentStart == BodyHead.maximumBytes)
    #expect(read(rest)?.kind == .file(FileName(name)))
    #expect(read(rest.dropLast()) == nil)
  }
}
