import Pad
import Testing

@Suite("A slice of pad")
struct PadSliceTests {
  @Test("The keys are the first 64 bytes and the body starts behind them")
  func layout() {
    let slice = numbered(100)
    let capacity = slice.capacity
    #expect(capacity == 36)
    let keys = slice.withAuthenticationKeys { [$0.publicCopy, $1.publicCopy] }
    #expect(keys == [[UInt8](0..<32), [UInt8](32..<64)])
    #expect(combined(slice, [UInt8](repeating: 0, count: 36)) == [UInt8](64..<100))
  }

  @Test("The same pad bytes take the text back out", arguments: [0, 1, 35, 36])
  func thereAndBack(_ count: Int) {
    let text = [UInt8](repeating: 0x41, count: count)
    let encrypted = combined(numbered(100), text)
    #expect(count == 0 || encrypted != text)
    #expect(combined(numbered(100), encrypted) == text)
  }

  @Test("Text that is secret already is combined alike")
  func secretText() {
    let text = [UInt8](repeating: 0x41, count: 36)
    var secret = SecretBytes(copying: text.span)
    numbered(100).combine(with: &secret)
    #expect(secret.withBytes { $0.publicCopy } == combined(numbered(100), text))
  }

  @Test("A text longer than the slice is refused")
  func tooLong() async {
    await #expect(processExitsWith: .failure) {
      _ = combined(numbered(100), [UInt8](repeating: 0, count: 37))
    }
  }

  @Test("A slice without room for its keys is refused")
  func tooShort() async {
    await #expect(processExitsWith: .failure) {
      _ = combined(numbered(63), [])
    }
  }
}

/// A slice of `count` bytes: 0, 1, 2, …
private func numbered(_ count: Int) -> PadSlice {
  let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
  return PadSlice(SecretBytes(copying: bytes.span))
}

private func combined(_ slice: consuming PadSlice, _ text: [UInt8]) -> [UInt8] {
  var text = text
  var span = text.mutableSpan
  slice.combine(with: &span)
  return text
}
