import Pad
import Testing

@Suite("A slice of pad")
struct PadSliceTests {
  /// A slice of `count` bytes: 0, 1, 2, …
  private func slice(_ count: Int) -> PadSlice {
    PadSlice(SecretBytes(copying: (0..<count).map { UInt8(truncatingIfNeeded: $0) }.span))
  }

  @Test("The keys are the first 64 bytes and the body starts behind them")
  func layout() {
    let slice = slice(100)
    #expect(slice.capacity == 36)
    slice.withAuthenticationKeys { hmac, poly1305 in
      #expect(hmac.publicCopy == [UInt8](0..<32))
      #expect(poly1305.publicCopy == [UInt8](32..<64))
    }
    var text = [UInt8](repeating: 0, count: 36)
    var span = text.mutableSpan
    slice.combine(with: &span)
    #expect(text == [UInt8](64..<100))
  }

  @Test("The same pad bytes take the text back out", arguments: [0, 1, 35, 36])
  func thereAndBack(_ count: Int) {
    let original = [UInt8](repeating: 0x41, count: count)
    var text = original
    var span = text.mutableSpan
    slice(100).combine(with: &span)
    #expect(count == 0 || text != original)
    span = text.mutableSpan
    slice(100).combine(with: &span)
    #expect(text == original)
  }

  @Test("A text longer than the slice is refused")
  func tooLong() async {
    await #expect(processExitsWith: .failure) {
      var text = [UInt8](repeating: 0, count: 37)
      var span = text.mutableSpan
      PadSlice(SecretBytes(count: 100)).combine(with: &span)
    }
  }

  @Test("A slice without room for its keys is refused")
  func tooShort() async {
    await #expect(processExitsWith: .failure) {
      _ = PadSlice(SecretBytes(count: 63)).capacity
    }
  }
}
