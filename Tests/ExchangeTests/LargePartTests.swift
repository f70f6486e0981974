import Codec
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("A message that would use much of the pad")
struct LargePartTests {
  @Test(
    "is one that uses 4 KiB or more, and a quarter or more of what is left",
    arguments: [
      // Of 8 KiB, and of 32.
      (16 << 10, 3640, 3840, nil), (16 << 10, 3896, 4096, 50), (64 << 10, 3896, 4096, nil),
      (64 << 10, 7600, 7936, nil), (64 << 10, 7736, 8192, 25),
    ] as [(Int, Int, Int, Int?)])
  func limits(_ size: Int, _ count: Int, _ price: Int, _ part: Int?) throws {
    try withTemporaryDirectory { directory in
      let contact = try TwoVaults(in: directory, size: size).alice.contact("bob")
      #expect(try contact.price(.text, contentBytes: count).bytes == price)
      #expect(try contact.largePart(.text, contentBytes: count) == part)
    }
  }
}
