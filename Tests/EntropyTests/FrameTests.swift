import System
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Frames from files")
struct FrameTests {
  /// All samples of all frames of a file with these bytes.
  private func read(_ bytes: [UInt8], _ layout: String? = nil) throws -> [[UInt16]] {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/frames", bytes)
      let layout = try layout.map { text throws(EntropyError) in try RawLayout(text) }
      let files = try FrameFiles(
        "\(directory)/frames", layout: layout, storage: Disk(), isStopped: { false })
      var found: [[UInt16]] = []
      while let frame = try files.next() {
        found.append(frame.withSamples { samples in samples.indices.map { samples[$0] } })
      }
      return found
    }
  }

  private func refusal(_ bytes: [UInt8], _ layout: String? = nil) -> String {
    do {
      return "\(try read(bytes, layout))"
    } catch { return (error as? EntropyError)?.what ?? "\(error)" }
  }

  @Test("PGM with one or two bytes a sample, with comments, several in a file")
  func pgm() throws {
    let small = Array("P5\n# made\n#twice\n3 2 # here\n255\n".utf8) + [1, 2, 3, 4, 5, 255]
    let wide = Array("P5 2\t1\r\n4095 ".utf8) + [0x0f, 0xff, 0x00, 0x10]
    try #expect(read(small) == [[1, 2, 3, 4, 5, 255]])
    try #expect(read(small + small).count == 2)
    try #expect(read(wide) == [[0x0fff, 0x0010]])
  }

  @Test(
    "Raw formats",
    arguments: [
      ("GREY,2x1", [1, 2], [1, 2]), ("SRGGB8,2x1", [7, 9], [7, 9]),
      ("SBGGR10,2x1", [0xff, 3, 1, 2], [0x3ff, 0x201]),
      ("Y16,1x2", [0x34, 0x12, 0xff, 0xff], [0x1234, 0xffff]),
      ("SGRBG10P,4x1", [0xff, 0x00, 0x80, 0x01, 0b11_10_01_00], [0x3fc, 0x001, 0x202, 0x007]),
      ("SGBRG12P,2x1", [0xab, 0xcd, 0x21], [0xab1, 0xcd2]),
      ("Y12P,2x2,4", [0xab, 0xcd, 0x21, 0, 1, 2, 0x43, 0], [0xab1, 0xcd2, 0x013, 0x024]),
      ("SRGGB10P,3x1,5", [1, 2, 3, 4, 0], [4, 8, 12]),
    ] as [(String, [UInt8], [UInt16])])
  func raw(_ layout: String, _ bytes: [UInt8], _ samples: [UInt16]) throws {
    try #expect(read(bytes, layout) == [samples])
  }

  @Test(
    "The error for a bad file says what is wrong with it",
    arguments: [
      ("", nil, "is empty"), ("hello world", nil, "is not a PGM file"),
      ("P6\n1 1\n255\n...", nil, "not a PGM"),
      ("P5\n2 2\n255\nabc", nil, "ends inside a frame"), ("P5\n2", nil, "damaged PGM header"),
      ("P5\n0 2\n255\n", nil, "damaged PGM header"),
      ("P5\n2 2\n70000\nabcd", nil, "damaged PGM header"),
      ("P5\n2 2\n1234567890\nabcd", nil, "damaged PGM header"),
      ("P5\n99999999 99999999\n255\n", nil, "more than 2^27"),
      ("P5\n1 1\n15\nz", nil, "above its maximum of 15"),
      ("P5\n1 1\n255\naP5\n1 1\n4095\n\u{1}b", nil, "a different size or maximum"),
      ("P5\n1 1\n255\naP5\n1 2\n255\nab", nil, "a different size or maximum"),
      ("abc", "GREY,2x2", "ends inside a frame"), ("ab", "Y10,1x1", "above its maximum of 1023"),
      ("abcd", "SRGGB9,2x2", "not a raw format"), ("abcd", "GREY,2by2", "is not a source"),
      ("abcd", "SRGGB10P,3x1", "does not fill whole bytes"),
      ("abcd", "GREY,4x1,3", "is not a source"),
      ("abcd", "GREY,99999999x99999999", "more than 2^27"),
      ("abcd", "GREY,-2x2", "is not a source"),
    ] as [(String, String?, String)])
  func bad(_ text: String, _ layout: String?, _ error: String) {
    #expect(
      refusal(Array(text.utf8), layout).contains(error), "\(refusal(Array(text.utf8), layout))")
  }

  @Test("A JPEG is recognized, as PGM and as raw frames", arguments: [nil, "GREY,4x2"])
  func jpeg(_ layout: String?) {
    #expect(refusal([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70], layout).contains("is a JPEG"))
  }

  @Test("The frames of a directory come in the order of their names, without notes")
  func directory() throws {
    try withTemporaryDirectory { directory in
      for (name, value) in [("b.pgm", 2), ("a.pgm", 1), ("README.md", 3), (".hidden", 4)] {
        try writeFile("\(directory)/\(name)", Array("P5\n1 1\n255\n".utf8) + [UInt8(value)])
      }
      let files = try FrameFiles(directory, layout: nil, storage: Disk(), isStopped: { false })
      var values: [UInt16] = []
      while let frame = try files.next() { values.append(frame.withSamples { $0[0] }) }
      #expect(values == [1, 2])
    }
  }

  @Test("Names of sources are parsed")
  func names() throws {
    try #expect(SourceName("kernel") == .kernel)
    try #expect(SourceName("frames:a:b,c/d:e") == .frames(path: "a:b,c/d:e", layout: nil))
    let raw = try SourceName("frames:SRGGB10P,640x480:-")
    #expect(raw == .frames(path: "-", layout: try RawLayout("SRGGB10P,640x480")))
    #expect(raw.isStandardInput)
    for text in ["", "frames", "frames:", "noise:x", "dice", "frames:GREY,1x1:"] {
      #expect(throws: EntropyError.self) { try SourceName(text) }
    }
  }
}
