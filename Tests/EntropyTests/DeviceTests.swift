import System
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Noise of other hardware")
struct DeviceTests {
  /// Bits of which two in five are ones, as raw hardware might give them.
  private func rawBits(_ count: Int) -> [UInt8] {
    let random = Seeded(seed: 15)
    return (0..<count).map { _ in
      (0..<8).reduce(0) { byte, _ in byte << 1 | (random.next() % 5 < 2 ? 1 : 0) }
    }
  }

  @Test("Raw bits of hardware are judged as frames are, and credited only if they are affirmed")
  func bits() throws {
    try withTemporaryDirectory { directory in
      let piece = RawLayout.bytes.shape.count
      // The last piece is not full, and one begins as a JPEG does.
      var raw = rawBits(9 * piece + 100)
      raw.replaceSubrange(piece..<piece + 3, with: [0xff, 0xd8, 0xff])
      try writeFile("\(directory)/raw", raw)
      let affirmed = try generator(directory, ["bits:\(directory)/raw"]) {
        $0.isSecretSource = true
      }
      let bound = affirmed.noise[0].bound.credited
      // A byte has 8 × 0.74 bits of min-entropy.
      #expect(bound > 1 && bound < 2.95, "\(bound)")
      let made = try bytes(affirmed, 1 << 20)
      #expect(affirmed.noise[0].frames == 9)
      #expect(Double(made.count) > 9 * Double(piece) * bound / 8 * 0.8)
      #expect(affirmed.isCovered && affirmed.isPhysical)
      #expect(affirmed.record.source.contains("raw noise of a device (9 frames"))
      #expect(affirmed.record.given?.contains("noise that is raw, secret") == true)
      try #expect(!generator(directory, ["bits:\(directory)/raw"]).isCovered)
      try writeFile("\(directory)/counter", (0..<9 * piece).map { UInt8($0 / 3 & 255) })
      #expect(throws: EntropyError.self) { try generator(directory, ["bits:\(directory)/counter"]) }
      // A letter for each bit counts as one bit, not as eight.
      try writeFile("\(directory)/letters", rawBits(9 * piece).map { 0x30 + $0 % 2 })
      let letters = try generator(directory, ["bits:\(directory)/letters"]).noise[0].bound
      #expect(letters.credited < 0.74 / 2, "\(letters)")
    }
    for path in ["/dev/urandom", "/dev/random", "/dev/hwrng"] {
      let error = #expect(throws: EntropyError.self) { try SourceName("bits:\(path)") }
      #expect(error?.what == "\(path) is not raw noise")
    }
  }

  @Test("Bytes that a device conditioned are credited only on its word, and stop if it breaks")
  func device() throws {
    try withTemporaryDirectory { directory in
      let own = Seeded(seed: 16).bytes(1000)
      try writeFile("\(directory)/own", own)
      let source = ["hwrng:\(directory)/own"]
      let plain = try generator(directory, source)
      let made = try bytes(plain, 1000)
      try #expect(zip(made, bytes(generator(directory, []), 1000)).map { $0 ^ $1 } == own)
      #expect(!plain.isCovered && plain.record.source.contains("bytes of a device, uncredited"))
      let trusted = try generator(directory, source) { $0.trustedDevice = "TPM" }
      #expect(trusted.isCovered && trusted.isPhysical)
      let given = "that TPM makes its bytes from physical noise, as its owner promised"
      #expect(trusted.record.given == given)
      try #expect(!generator(directory, []) { $0.trustedDevice = "TPM" }.isCovered)
      for (name, broken) in [
        // Half of its bytes are stuck, and no part repeats.
        ("stuck", own.indices.map { $0 % 2 == 0 ? 7 : own[$0] }), ("again", own + own.prefix(40)),
      ] {
        try writeFile("\(directory)/\(name)", broken)
        let part = try generator(directory, ["hwrng:\(directory)/\(name)"])
        #expect(throws: EntropyError.self) { try bytes(part, 1100) }
      }
    }
  }
}
