import Pad
import Testing

@Suite("Spans of bytes")
struct SpanTests {
  @Test("Copying and XORing start at the offset")
  func offsets() {
    var bytes: [UInt8] = [1, 2, 3, 4]
    var span = bytes.mutableSpan
    span.copy([9, 8].span, at: 1)
    span.xor([0xff].span, at: 3)
    #expect(bytes == [1, 9, 8, 0xfb])
  }

  @Test("Nothing is written past the end")
  func pastTheEnd() async {
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = [1, 2, 3]
      var span = bytes.mutableSpan
      span.xor([1, 1].span, at: 2)
    }
  }
}
