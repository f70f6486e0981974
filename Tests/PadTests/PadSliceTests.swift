import Pad
import System
import TestSupport
import Testing

@Suite("A slice of pad")
struct PadSliceTests {
  @Test("The keys are the first 64 bytes, and the body starts after them")
  func layout() throws {
    let keys = try numbered(100).use { pad in
      try pad.withAuthenticationKeys { [$0.publicCopy, $1.publicCopy] }
    }
    #expect(keys == [[UInt8](0..<32), [UInt8](32..<64)])
    #expect(try combined(numbered(100), [UInt8](repeating: 0, count: 36)) == [UInt8](64..<100))
  }

  @Test("The same pad bytes decrypt the text", arguments: [0, 1, 35, 36])
  func thereAndBack(_ count: Int) throws {
    let text = [UInt8](repeating: 0x41, count: count)
    let encrypted = try combined(numbered(100), text)
    #expect(count == 0 || encrypted != text)
    #expect(try combined(numbered(100), encrypted) == text)
  }

  @Test("Pieces of any size make the same ciphertext as the whole text", arguments: 1...36)
  func pieces(of size: Int) throws {
    let text = [UInt8](repeating: 0x41, count: 36)
    #expect(try combined(numbered(100), text, inPiecesOf: size) == combined(numbered(100), text))
  }

  @Test("An error in the source is passed on")
  func unreadable() {
    let error = SystemError("read", "pad", code: SystemError.inputOutput)
    #expect(throws: error) {
      try PadSlice(UnreadableSlice(error)).use { pad in try pad.withAuthenticationKeys { _, _ in } }
    }
    #expect(throws: error) { try combined(PadSlice(UnreadableSlice(error)), [0]) }
  }

  @Test("A text longer than the slice is refused")
  func tooLong() async {
    await #expect(processExitsWith: .failure) { try combine(37, at: 0) }
  }

  @Test("A piece that ends after the slice is refused")
  func tooFar() async {
    await #expect(processExitsWith: .failure) { try combine(1, at: 36) }
  }

  @Test("A piece that begins before the body is refused: the keys are not pad")
  func tooEarly() async {
    await #expect(processExitsWith: .failure) { try combine(1, at: -1) }
  }

  @Test("A slice without room for its keys is refused")
  func tooShort() async {
    await #expect(processExitsWith: .failure) {
      _ = try combined(numbered(63), [])
    }
  }
}

private final class UnreadableSlice: SliceSource {
  let count = 128
  private let error: SystemError

  init(_ error: SystemError) { self.error = error }

  func combine(with text: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    throw error
  }
}

/// A source that does not check what it is asked for.
private final class UncheckedSlice: SliceSource {
  let count = 100

  func combine(with text: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {}
}

/// Combines `count` bytes of text with an unchecked slice.
private func combine(_ count: Int, at offset: Int) throws {
  var text = [UInt8](repeating: 0, count: count)
  var span = text.mutableSpan
  try PadSlice(UncheckedSlice()).use { pad in try pad.combine(with: &span, at: offset) }
}

/// A slice of `count` bytes: 0, 1, 2, …
private func numbered(_ count: Int) -> PadSlice {
  PadSlice(MemorySlice((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
}

private func combined(
  _ slice: consuming PadSlice, _ text: [UInt8], inPiecesOf size: Int = .max
) throws -> [UInt8] {
  var text = text
  try slice.use { pad in
    var start = 0
    while start < text.count {
      var piece = Array(text[start..<min(text.count, start + min(size, text.count))])
      var span = piece.mutableSpan
      try pad.combine(with: &span, at: start)
      text.replaceSubrange(start..<start + piece.count, with: piece)
      start += piece.count
    }
  }
  return text
}
