import Codec
import Discovery
import Link
import Pad
import PairingFuzzTargets
import Primitives
import System
import TestSupport
import Testing
import Vault

@testable import Pairing

/// Fixtures/Kit/pairing: each message has one verdict, for every reader (Fixtures/Kit/README.md).
@Suite("The test kit of pairing", .ownThreads)
struct PairingKitTests {
  @Test("The program agrees with each message", arguments: try Fixtures.list("Kit/pairing"))
  func message(name: String) async throws {
    let file = try KitFile("pairing/\(name)")
    let found = try await verdict(on: file, String(name.prefix { $0 != "-" }))
    let expected = file.fields.filter {
      ["expect", "name", "reason", "content-sha256"].contains($0.key)
    }
    #expect(found == expected)
  }

  private func verdict(on file: KitFile, _ kind: String) async throws -> [String: String] {
    do {
      return try await learned(from: file, kind).merging(["expect": "accepted"]) { $1 }
    } catch let error as PairingError {
      switch error {
      case .newerVersion: return ["expect": "newer"]
      case .abortedByOther(let reason):
        return ["expect": "aborted", "reason": "\(reason.rawValue)"]
      case .keyExchange where ["R1", "R2"].contains(kind): return ["expect": "ends"]
      default: return ["expect": "refused"]
      }
    }
  }

  /// What the program learns from the message, if it takes it.
  private func learned(from file: KitFile, _ kind: String) async throws -> [String: String] {
    switch kind {
    case "M0": return try await joinRequest(file)
    case "M1": try await messageOne(file)
    case "M2": try await messageTwo(file)
    case "M3": try await messageThree(file)
    case "confirmation": try await confirmation(file)
    case "acknowledge": try await acknowledgement(file)
    case "R1": try await request(file)
    case "R2": try await answer(file)
    case "frame": return try await frames(file)
    case "record":
      let provenance = Provenance(record: file.input, transfer: .network)
      if provenance == nil { throw PairingError.malformedRecord }
    case "hello": try await hello(file)
    default: Issue.record("no such message")
    }
    return [:]
  }

  private func joinRequest(_ file: KitFile) async throws -> [String: String] {
    let session = Session(context: context(file), connection: hearing(file, as: .listener))
    return try await session.receiveJoinRequest().offer.map { ["name": $0.name] } ?? [:]
  }

  private func messageOne(_ file: KitFile) async throws {
    let connection = hearing(file, as: .joiner, after: JoinRequest.byteCount)
    let session = Session(context: context(file), connection: connection)
    _ = try await session.prepareAsJoiner(session.requestToJoin(as: nil))
  }

  private func messageTwo(_ file: KitFile) async throws {
    let connection = hearing(file, as: .listener, after: MessageOne.byteCount)
    let context = try context(file, role: "1", randomness: PairingExample().randomness)
    _ = try await Session(context: context, connection: connection).prepareAsListener()
  }

  private func messageThree(_ file: KitFile) async throws {
    let bytes = try await hearing(file, as: .joiner).receive(JoinerHandshake.messageThreeBytes)
    let joiner = try JoinerHandshake(
      request: PadRequest(role: .either), messageOne: PairingExample().handshake.bytes("M1"),
      randomness: KernelRandomness())
    _ = try joiner.finish(bytes)
  }

  private func confirmation(_ file: KitFile) async throws {
    let bytes = try await hearing(file, as: .listener).receive(KeyConfirmation.byteCount)
    if try !KeyConfirmation.verifies(bytes, by: .joiner, PairingExample().opening().secrets) {
      throw PairingError.wrongConfirmation
    }
  }

  /// Gives a pad of one piece to a taker that sends this, and then nothing more.
  private func acknowledgement(_ file: KitFile) async throws {
    let example = try PairingExample()
    let shape = try #require(PadShape(size: 768, split: 34))
    let sent = 2 * FrameCipher.frameBytes(0) + Provenance.recordBytes + shape.materialBytes
    var giver = try Giver(
      context: context(file, role: "1"), shape: shape,
      padID: PadID(example.handshake.bytes("pad-id")),
      frames: example.channel(hearing(file, as: .listener, after: sent), .listener))
    // It goes on to the last frame, and hears nothing after it.
    #expect(try await !giver.run().isConfirmed)
  }

  /// Calls a listener that has accepted the number before, if there is one.
  private func request(_ file: KitFile) async throws {
    let keys = try PairingExample().resumeKeys()
    let network = MemoryNetwork { $3 }
    let current = network.connect().listener
    let listener = ReconnectListener(keys, LiveConnection(), current: current) {
      await network.next()
    }
    if let number = file.fields["number-before"] {
      let key = try KeyExchange.KeyPair(KernelRandomness()).publicKey
      let before = ResumeRequest(
        number: try #require(UInt64(number)), position: 1, publicKey: key, keys: keys)
      try await call(listener, on: network, before.bytes)
    }
    let failure = await failure { try await call(listener, on: network, file.input) }
    await listener.end()
    if let failure { throw failure }
  }

  private func failure(of body: () async throws -> Void) async -> (any Error)? {
    do { try await body() } catch { return error }
    return nil
  }

  /// Throws if the listener closes the connection, or ends the session.
  private func call(
    _ listener: ReconnectListener, on network: MemoryNetwork, _ bytes: [UInt8]
  ) async throws {
    let pipe = network.connect()
    network.offer(pipe.listener)
    try await pipe.joiner.write(bytes)
    if bytes.count < ResumeRequest.byteCount { pipe.joiner.close() }
    let deadline = ContinuousClock.now + .seconds(60)
    while pipe.joiner.failure == nil, .now < deadline {
      if try await listener.reconnect(at: 2, until: deadline) != nil { return }
    }
    #expect(.now < deadline)
    throw PairingError.badFrame
  }

  private func answer(_ file: KitFile) async throws {
    let bytes = try await hearing(file, as: .joiner).receive(ResumeAnswer.byteCount)
    let seed = try PairingExample.vector("another connection, after the record").bytes("key-seed")
    let joiner = try JoinerResume(
      number: 1, position: 1, keys: PairingExample().resumeKeys(),
      randomness: FixedRandomness([seed]))
    _ = try joiner.finish(bytes)
  }

  private func frames(_ file: KitFile) async throws -> [String: String] {
    let end = try #require(file.fields["from"].flatMap { End(rawValue: $0) }).other
    var channel = try PairingExample().channel(hearing(file, as: end), end)
    let due: [Substring: (FrameKind, Int)] = [
      "data": (.data, 832), "last": (.last, 32), "acknowledge": (.acknowledge, 8),
      "hello": (.hello, 120), "done": (.done, 0),
    ]
    var digest = ""
    for (index, name) in try #require(file.fields["due"]).split(separator: " ").enumerated() {
      let (kind, count) = try #require(due[name])
      let bytes = kind == .data && index == 0 ? Provenance.recordBytes : count
      let text = try await channel.receive(kind, bytes: bytes, within: .seconds(60))
      digest = text.withBytes { SHA256.hash($0).hexadecimal }
    }
    return ["content-sha256": digest]
  }

  /// The giver's vault reads it, with the pad of the example.
  private func hello(_ file: KitFile) async throws {
    let hello = try await hearing(file, as: .listener).receive(Packet.leastBytes)
    try await withScratchDirectory { try take(hello, in: $0) }
  }

  private func take(_ hello: [UInt8], in directory: String) throws {
    let store = VaultPadStore(vault: try NetworkTests.vault(directory + "/vault"))
    let id = try PadID(PairingExample().handshake.bytes("pad-id"))
    let shape = try #require(PadShape(size: 768, split: 34))
    let material = try PairingExample.vector("the transfer").bytes("material")
    let pad = try store.makePad(id: id, contact: "bob", role: .giver, shape: shape)
    try pad.append(material.span)
    let provenance = Provenance(source: "a test", transfer: .network)
    try pad.commit(provenance: provenance, confirmed: false)
    if try !store.receiveHello(hello, pad: id) { throw PairingError.badHello(from: "bob", pad: id) }
  }

  /// A connection on which the other end says this once it has read `count` bytes, and hangs up.
  private func hearing(_ file: KitFile, as end: End, after count: Int = 0) -> MemoryPipe {
    let pipe = MemoryPipe.pair()
    let other = end == .listener ? pipe.joiner : pipe.listener
    Task {
      _ = try? await other.read(exactly: count)
      try? await other.write(file.input)
      other.close()
    }
    return end == .listener ? pipe.listener : pipe.joiner
  }

  /// An end of this role, unless the file has another.
  private func context(
    _ file: KitFile, role: String = "0", randomness: any Randomness = KernelRandomness()
  ) -> PairingContext {
    let role = file.fields["own-role"] ?? role
    let material = role == "2" ? CountingMaterial(byteCount: 832) : nil
    let options = TwoEnds.options(
      size: role == "0" ? nil : 768, split: role == "0" ? nil : 34, material: material)
    return PairingContext(
      store: MemoryStore(), options: options, screen: SilentScreen(), randomness: randomness,
      storage: Disk())
  }
}
