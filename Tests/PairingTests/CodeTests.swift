import Pad
import TestSupport
import Testing

@testable import Pairing

@Suite("Codes", .ownThreads)
struct CodeTests {
  /// The 32 bytes of "vernam/1 code" with these two numbers in front.
  private static func pair(_ first: UInt64, _ second: UInt64) -> CodePair {
    var secret: [UInt8] = []
    secret += first.bigEndianBytes
    secret += second.bigEndianBytes
    return CodePair((secret + [UInt8](repeating: 0, count: 16)).span)
  }

  @Test(
    "The two codes follow the format and are never the same",
    arguments: [
      (0, 0, "0000 0000", "0000 0001"), (12_345_678, 12_345_677, "1234 5678", "1234 5677"),
      (12_345_678, 12_345_678, "1234 5678", "1234 5679"),
      (99_999_999, 99_999_998, "9999 9999", "9999 9998"),
      (100_000_000, 99_999_999, "0000 0000", "0000 0001"),
      (.max, .max, "0955 1615", "7699 4197"),
    ] as [(UInt64, UInt64, String, String)])
  func derivation(first: UInt64, second: UInt64, listener: String, joiner: String) {
    let codes = CodeTests.pair(first, second)
    #expect(codes.listener.shown == listener)
    #expect(codes.joiner.shown == joiner)
  }

  @Test(
    "Digits count, spaces and dashes do not",
    arguments: ["1234 5678", "12345678", "1234-5678", " 12 34\t56 78\r\n", "1234\u{2013}5678"])
  func typed(line: String) {
    #expect(CodeTests.pair(0, 12_345_677).judge(line, typedAt: .listener) == .right)
    #expect(CodeTests.pair(12_345_678, 0).judge(line, typedAt: .listener) == .own)
    #expect(CodeTests.pair(12_345_678, 0).judge(line, typedAt: .joiner) == .right)
    #expect(CodeTests.pair(0, 0).judge(line, typedAt: .joiner) == .wrong)
  }

  @Test("Anything but eight digits is no code", arguments: ["", "1234 567", "123456789", "code"])
  func noCode(line: String) {
    #expect(PairingCode(typed: line) == nil)
  }
}
