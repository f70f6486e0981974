import TestSupport
import Testing
import Vault

/// The header of a packet binds its tag and its first chunk, but anybody can change its length.
/// That must not raise the alarm that a pad was used twice.
@Suite("A packet whose length was changed on the way")
struct ChangedLengthTests {
  /// The packet with `count` bytes more in its middle, or fewer if negative.
  private func changed(_ packet: [UInt8], by count: Int) -> [UInt8] {
    let middle = packet.count - 48
    if count < 0 { return Array(packet[..<(middle + count)] + packet[middle...]) }
    return Array(packet[..<middle]) + [UInt8](repeating: 7, count: count) + packet[middle...]
  }

  @Test("counts as already read if its message was read", arguments: [-512, -256, 256, 1024])
  func ofOneRead(_ count: Int) throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let text = String(repeating: "x", count: 3000)
      let packet = try two.alice.sendText(text, to: "bob")
      #expect(try two.bob.receiveText(packet) == text)
      #expect(throws: VaultError.alreadyRead(from: "alice")) {
        try two.bob.receiveText(changed(packet, by: count))
      }
    }
  }

  @Test("is damaged if it was not read, although it now runs into one that was")
  func intoOneRead() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let first = try two.alice.sendText("first", to: "bob")
      #expect(try two.bob.receiveText(two.alice.sendText("second", to: "bob")) == "second")
      #expect(throws: VaultError.foreign) {
        try two.bob.receiveText(changed(first, by: 1024))
      }
      #expect(try two.bob.receiveText(first) == "first")
    }
  }
}
