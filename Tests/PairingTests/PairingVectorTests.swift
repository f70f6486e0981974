import Pad
import PairingFuzzTargets
import Primitives
import System
import TestSupport
import Testing
import Vault

@testable import Pairing

/// A whole pairing with fixed bytes instead of chance, made by the program that knows only the
/// manual. The key exchange of swift-crypto takes no seed for the encapsulating end: this program
/// is the listener of the handshake, and the joiner that calls again.
@Suite("Pairing vectors", .ownThreads)
struct PairingVectorTests {
  private static let file = "pairing.txt"
  private static let source: Provenance.Source = "the example of vernam-pairing(7)"

  @Test("are what the program made from the manual computes")
  func made() throws {
    let outcome = try Program("python3").run(
      ["-B", "\(Fixtures.root)/Tests/PairingTests/vernam_pairing.py", "example"])
    #expect(try outcome.text == Fixtures.text("Vectors/\(PairingVectorTests.file)"))
  }

  @Test("The manual's example is the same, or its SHA-256")
  func manual() throws {
    let page = try String(
      decoding: readFile("\(Fixtures.root)/man/vernam-pairing.7"), as: UTF8.self)
    let example = try #require(page.components(from: ".Sh EXAMPLE", to: ".Sh WHY IT IS SECURE"))
    let figures = example.split { !$0.isHexDigit }.filter { $0.count >= 32 }.map(String.init)
    let values = try Fixtures.text("Vectors/\(PairingVectorTests.file)")
      .split { !$0.isHexDigit }.compactMap { [UInt8](hexadecimal: String($0)) }
    let known = Set(values.flatMap { [$0.hexadecimal, SHA256.hash($0.span).hexadecimal] })
    #expect(figures.count == 24)
    #expect(figures.filter { !known.contains($0) } == [])
  }

  @Test("A listener sends these bytes, from M1 to done, and takes the joiner's")
  func transcript() async throws {
    let handshake = try PairingVectorTests.vector("the handshake")
    let transfer = try PairingVectorTests.vector("the transfer")
    try await withScratchDirectory { directory in
      let room = Room()
      let store = VaultPadStore(vault: try NetworkTests.vault(directory + "/vault"))
      var options = PairingOptions(contact: "bob", source: PairingVectorTests.source)
      (options.size, options.split) = (768, 34)
      let seeds = try [
        handshake.bytes("key-seed"), handshake.bytes("M3"), handshake.bytes("session"),
        [UInt8](repeating: 6, count: 32),
      ]
      let context = PairingContext(
        store: store, options: options, screen: ScriptedScreen("one", other: "two", room: room),
        randomness: FixedRandomness(seeds), storage: Disk())
      let pipe = MemoryPipe.pair()
      let session = Session(context: context, connection: pipe.listener)
      async let given = session.completeAsListener(session.prepareAsListener())

      let expect = { (vector: Vector, value: String) async throws in
        let bytes = try vector.bytes(value)
        let sent = try await pipe.joiner.read(exactly: bytes.count)
        #expect(sent == bytes, "\(value)")
      }
      try await expect(handshake, "M1")
      try await pipe.joiner.write(handshake.bytes("M2"))
      try await expect(handshake, "M3")
      room.show(try handshake.text("joiner-code"), on: "two")
      try await expect(handshake, "listener-confirmation")
      try #expect(room.code(on: "one")?.filter(\.isNumber) == handshake.text("listener-code"))
      try await pipe.joiner.write(handshake.bytes("joiner-confirmation"))
      try await expect(transfer, "record-frame")
      try await expect(transfer, "material-frame")
      try await pipe.joiner.write(transfer.bytes("acknowledgement-frame"))
      try await expect(transfer, "last-frame")
      try await pipe.joiner.write(transfer.bytes("hello-frame"))
      try await expect(transfer, "done-frame")
      let result = try await given
      #expect(result.isConfirmed)
      try #expect(result.padID.bytes == handshake.bytes("pad-id"))
    }
  }

  @Test("A joiner that calls again sends this R1, and both ends go on with these frames")
  func resumed() throws {
    let handshake = try PairingVectorTests.vector("the handshake")
    let transfer = try PairingVectorTests.vector("the transfer")
    let vector = try PairingVectorTests.vector("another connection, after the record")
    let listener = try ListenerHandshake(
      request: PadRequest(role: .shape, size: 768, split: 34),
      randomness: FixedRandomness([
        handshake.bytes("key-seed"), handshake.bytes("M3"), handshake.bytes("session"),
      ]))
    let opening = try listener.answer(handshake.bytes("M2"))
    let joiner = try JoinerResume(
      number: 1, position: 1, keys: opening.secrets.resume,
      randomness: FixedRandomness([vector.bytes("key-seed")]))
    let request = joiner.request.bytes
    #expect(try request == vector.bytes("R1"))
    let session = try joiner.finish(vector.bytes("R2"))
    let (transcript, position) = (session.transcript, session.position)
    #expect(try transcript == vector.bytes("th") && position == 2)

    var giver = session.frames.withKey(of: .listener) {
      FrameCipher(key: $0, transcript: transcript)
    }
    var taker = session.frames.withKey(of: .joiner) { FrameCipher(key: $0, transcript: transcript) }
    let material = try transfer.bytes("material")
    let digest = try SHA256.hash((transfer.bytes("record") + material).span)
    let piece = giver.seal(.data, material.span)
    let last = giver.seal(.last, digest.span)
    let done = giver.seal(.done, [UInt8]().span)
    #expect(try piece == vector.bytes("material-frame"))
    #expect(try last == vector.bytes("last-frame"))
    #expect(try done == vector.bytes("done-frame"))
    for (kind, name) in [(FrameKind.acknowledge, "acknowledgement-frame"), (.hello, "hello-frame")]
    {
      let sealed = Array(try vector.bytes(name).dropFirst())
      let text = taker.open(kind, sealed.span)
      if text == nil { Issue.record("\(name) does not verify") }
    }
  }

  @Test("A sealed file has these bytes, and is taken in")
  func sealed() async throws {
    let vector = try PairingVectorTests.vector("a sealed file")
    try await withScratchDirectory { directory in
      let path = directory + "/pad"
      let passphrase = try vector.bytes("passphrase")
      var options = PairingOptions(contact: "bob", source: PairingVectorTests.source)
      (options.size, options.split) = (768, 34)
      let pairing = { (store: MemoryStore, seeds: [[UInt8]]) in
        Pairing(
          store: store, options: options,
          screen: ScriptedScreen("one", other: "two", room: Room()),
          randomness: FixedRandomness(seeds), storage: Disk())
      }
      let cost = try Scrypt.Cost(
        logN: vector.number("log2-N"), r: vector.number("r"), p: vector.number("p"))
      let seal = try CarriedSeal(
        passphrase: SecretBytes(copying: passphrase.span), cost: cost,
        randomness: FixedRandomness([vector.bytes("salt")]))
      let seeds = [try vector.bytes("id"), [UInt8](repeating: 6, count: 32)]
      _ = try pairing(MemoryStore(), seeds).carry(to: path, seal: seal)
      #expect(try readFile(path) == vector.bytes("file"))
      let taker = MemoryStore()
      let taken = try pairing(taker, []).takeIn(from: path) { _ in
        SecretBytes(copying: passphrase.span)
      }
      #expect(try taken.padID.bytes == vector.bytes("id"))
      let material = try PairingVectorTests.vector("the transfer").bytes("material")
      #expect(taker.all.map(\.material) == [material])
    }
  }

  private static func vector(_ name: String) throws -> Vector {
    try #require(try Vector.read(file).first { $0.name == name })
  }
}

extension String {
  fileprivate func components(from start: String, to end: String) -> Substring? {
    guard let start = firstRange(of: start), let end = firstRange(of: end) else { return nil }
    return self[start.upperBound..<end.lowerBound]
  }
}
