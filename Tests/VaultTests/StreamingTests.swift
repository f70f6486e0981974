import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Messages that do not fit in memory")
struct StreamingTests {
  /// A sink that takes a message piece by piece, as a program does.
  private final class Reader: MessageSink {
    var takesUnknownKinds = false
    var message: Incoming?
    var bytes: [UInt8] = []
    var isDelivered = false
    var isDiscarded = false
    var onTake: () -> Void = {}

    func begin(_ message: Incoming) throws(VaultError) { self.message = message }
    func take(_ piece: Span<UInt8>) throws(VaultError) {
      bytes += piece.publicCopy
      onTake()
    }
    func deliver() throws(VaultError) { isDelivered = true }
    func discard() { isDiscarded = true }
  }

  /// The same vault, with small pieces, and no packet in memory.
  private func streaming(_ vault: Vault, pieces: Int = 512) throws -> Vault {
    var environment = vault.environment
    environment.memoryBytes = 0
    environment.pieceBytes = pieces
    return try TwoVaults.open(vault.directory, environment)
  }

  @Test(
    "Content of any length comes back, piece by piece", arguments: [0, 1, 179, 180, 5000, 90_000])
  func lengths(count: Int) throws {
    let random = Seeded(for: "streaming \(count)")
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 256 << 10)
      let (alice, bob) = (try streaming(two.alice), try streaming(two.bob, pieces: 4096))
      let content = random.bytes(count)
      let kind = BodyHead.Kind.file(FileName(Array("photo.jpg".utf8)))
      let source = SecretSource(SecretBytes(copying: content.span))
      let packet = try alice.send(kind, source, to: alice.contact("bob")).packet
      #expect(packet is FileBytes)
      #expect(try Disk().list(directory + "/alice/spool") == [])
      let reader = Reader()
      _ = try bob.receive(packet, by: reader)
      #expect(reader.isDelivered && reader.bytes == content)
      #expect(reader.message?.head.kind == kind)
      #expect(throws: VaultError.alreadyRead(from: "alice")) {
        try bob.receive(packet, by: Reader())
      }
    }
  }

  @Test("Streaming and working in memory make and read the same packets")
  func sameFormat() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let text = String(repeating: "a long text ", count: 500)
      #expect(try two.bob.receiveText(streaming(two.alice).sendText(text, to: "bob")) == text)
      #expect(try streaming(two.bob).receiveText(two.alice.sendText(text, to: "bob")) == text)
    }
  }

  @Test("A packet that changes after it was verified is not delivered, and stays readable")
  func changedUnderneath() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let text = String(repeating: "a long text ", count: 500)
      let packet = try two.alice.sendText(text, to: "bob")
      let source = MemoryBytes(packet)
      let reader = Reader()
      reader.onTake = { source.write([packet[3000] ^ 1].span, at: 3000) }
      #expect(throws: VaultError.foreign) {
        try streaming(two.bob).receive(source, by: reader)
      }
      #expect(!reader.isDelivered && reader.isDiscarded)
      #expect(try two.bob.receiveText(packet) == text)
    }
  }

  @Test("No part of a packet with any damage is delivered")
  func damaged() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let bob = try streaming(two.bob)
      let packet = try two.alice.sendText(String(repeating: "a long text ", count: 99), to: "bob")
      for index in stride(from: 0, to: packet.count, by: 37) {
        var damaged = packet
        damaged[index] ^= 4
        let reader = Reader()
        #expect(throws: VaultError.foreign) { try bob.receive(MemoryBytes(damaged), by: reader) }
        #expect(reader.message == nil && reader.bytes.isEmpty)
      }
      for count in stride(from: 0, to: packet.count, by: 41) {
        #expect(throws: VaultError.foreign) {
          try bob.receive(MemoryBytes(Array(packet[..<count])), by: Reader())
        }
      }
    }
  }

  @Test("A message of an unknown kind is left unread, unless its recipient takes such kinds")
  func unknownKind() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let source = SecretSource(SecretBytes(copying: [1, 2, 3].span))
      let packet = try two.alice.send(.unknown(9), source, to: two.alice.contact("bob")).packet
      #expect(throws: VaultError.unknownKind(9, from: "alice")) {
        try two.bob.receive(packet, by: Reader())
      }
      let reader = Reader()
      reader.takesUnknownKinds = true
      _ = try two.bob.receive(packet, by: reader)
      #expect(reader.bytes == [1, 2, 3])
    }
  }

  @Test("Files left in the spool are removed when the vault is opened")
  func leftovers() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try writeFile(directory + "/alice/spool/left", [1, 2, 3])
      _ = try TwoVaults.open(two.alice.directory, two.alice.environment)
      #expect(try Disk().list(directory + "/alice/spool") == [])
    }
  }

  @Test("The sealed spool returns what was put in, and shows none of it on disk")
  func sealed() throws {
    let random = Seeded(for: "sealed spool")
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let path = directory + "/spool"
      let file = try Disk().create(path)
      let spool = SealedSpool(file, randomness: random)
      let text = Array(String(repeating: "secret words ", count: 20_000).utf8)
      var start = 0
      while start < text.count {
        let end = min(text.count, start + random.number(in: 1...90_000))
        try spool.append(text.span.extracting(start..<end))
        start = end
      }
      try spool.finish()
      #expect(try spool.bytes(0..<text.count) == text)
      #expect(try spool.bytes(65_000..<140_000) == Array(text[65_000..<140_000]))
      let stored = try readFile(path)
      #expect(stored.indices.dropLast(6).allSatisfy { stored[$0..<$0 + 6] != text[0..<6] })
      try file.write([stored[70_000] ^ 1].span, at: 70_000)
      _ = try? spool.bytes(0..<10)
      #expect(throws: SystemError.self) { try spool.bytes(65_000..<140_000) }
      _ = two
    }
  }
}
