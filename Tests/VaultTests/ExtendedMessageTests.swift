import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// Nothing writes extended bodies yet: here the peer sends what follows the head as it is.
@Suite("A message with fields")
struct ExtendedMessageTests {
  private func send(_ rest: [UInt8], _ two: TwoVaults) throws -> [UInt8] {
    let source = SecretSource(SecretBytes(copying: rest.span))
    let packet = try two.alice.send(.unknown(3), source, to: two.alice.contact("bob")).packet
    return try packet.bytes(0..<packet.count)
  }

  @Test("is read as a text of any size, piece by piece, whatever the odd fields hold")
  func skipped() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 1 << 20)
      var environment = two.bob.environment
      environment.memoryBytes = 0
      environment.pieceBytes = 512
      let bob = try TwoVaults.open(two.bob.directory, environment)
      let value = [UInt8](repeating: 2, count: 65_532)
      for fields in [[0, 0], [0, 4, 1, 0, 1, 9], [0xFF, 0xFF, 1, 0xFF, 0xFC] + value] as [[UInt8]] {
        for text in ["", "short", String(repeating: "a long text ", count: 1000)] {
          let packet = try send(fields + [1] + Array(text.utf8), two)
          #expect(try bob.receiveText(packet) == text)
          #expect(throws: VaultError.alreadyRead(from: "alice")) { try bob.receiveText(packet) }
        }
      }
    }
  }

  @Test("stays unread, and its pad unspent, if it has an even field")
  func mustBeKnown() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try send([0, 3, 2, 0, 0, 1] + Array("text".utf8), two)
      for _ in 0..<2 {
        #expect(throws: VaultError.unknownKind(3, from: "alice")) {
          try two.bob.receiveText(packet)
        }
      }
    }
  }

  @Test("stays unread, and its pad unspent, if its fields are malformed")
  func malformed() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try send([0, 3, 1, 0, 1, 1] + Array("text".utf8), two)
      for _ in 0..<2 {
        #expect(throws: VaultError.malformedBody(from: "alice")) {
          try two.bob.receiveText(packet)
        }
      }
    }
  }
}
