import Link
import Pad
import Primitives
import Synchronization
import System
import TestSupport
import Testing

@testable import Discovery
@testable import Exchange
@testable import Vault

/// A connection with fixed bytes instead of chance, made by the program that knows only the manual.
@Suite("Exchange vectors")
struct ExchangeVectorTests {
  private static let file = "exchange.txt"

  @Test("are what the program made from the manual computes")
  func made() throws {
    let outcome = try Program("python3").run([
      "-B", "\(Fixtures.root)/Tests/ExchangeTests/vernam_exchange.py", "example",
      Fixtures.path("Vectors/packets.txt"),
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.text == Fixtures.text("Vectors/\(ExchangeVectorTests.file)"))
  }

  @Test("The manual's example is the same")
  func manual() throws {
    let page = try String(
      decoding: readFile("\(Fixtures.root)/man/vernam-exchange.7"), as: UTF8.self)
    let example = try #require(page.firstRange(of: ".Ss Every byte of a connection")).upperBound
    let end = try #require(page[example...].firstRange(of: ".Sh SEE ALSO")).lowerBound
    // Long values are on two lines.
    let words = page[example..<end].split { !$0.isLetter && !$0.isNumber }
      .filter { $0.count >= 8 && $0.contains(where: \.isNumber) }
    let known = try Fixtures.text("Vectors/\(ExchangeVectorTests.file)").split(separator: "\n")
    #expect(words.count == 24)
    #expect(words.filter { word in !known.contains { $0.contains(word) } } == [])
  }

  @Test("Both ends of a pad have this link key, and these names on the local network")
  func link() throws {
    let vector = try ExchangeVectorTests.vector("the link")
    for (role, name) in [(PadRole.giver, "giver"), (.taker, "taker")] {
      let key = try ExchangeVectorTests.key(role)
      let bytes = try vector.bytes("link-key")
      let isRight = key.withBytes { equalInConstantTime(bytes.span, $0) }
      #expect(isRight)
      let nonce = try vector.bytes("\(name)-nonce")
      let own = LinkOffer.make(key, randomness: FixedBytes([nonce]))
      #expect(try own.name == vector.text("\(name)-offer"))
      let other = try ExchangeVectorTests.key(role.other)
      #expect(LinkOffer.key(of: own, among: [other]) != nil)
      #expect(LinkOffer.key(of: own, among: [key]) == nil)
    }
  }

  @Test("The handshake has these bytes and gives these keys")
  func handshake() async throws {
    let vector = try ExchangeVectorTests.vector("the handshake")
    let (call, here) = (try vector.bytes("call"), try vector.bytes("here"))
    let caller = ReplayedConnection(here)
    let callerKeys = try await LinkHandshake(
      connection: caller, randomness: FixedBytes([vector.bytes("caller-nonce")])
    ).call(ExchangeVectorTests.key(.giver))
    #expect(caller.outgoing == call)
    let listener = ReplayedConnection(call)
    let listenerKeys = try await LinkHandshake(
      connection: listener, randomness: FixedBytes([vector.bytes("listener-nonce")])
    ).answer([ExchangeVectorTests.key(.taker)])
    #expect(listener.outgoing == here)

    for (name, keys, others) in [
      ("the caller's frames", callerKeys, listenerKeys),
      ("the listener's frames", listenerKeys, callerKeys),
    ] { try ExchangeVectorTests.check(name, sealedWith: keys, openedWith: others) }
  }

  @Test("A changed handshake is a stranger's", arguments: [0, 31, 32, 47])
  func changedHandshake(byte: Int) async throws {
    let vector = try ExchangeVectorTests.vector("the handshake")
    var here = try vector.bytes("here")
    here[byte] ^= 1
    let nonce = try vector.bytes("caller-nonce")
    let caller = LinkHandshake(
      connection: ReplayedConnection(here), randomness: FixedBytes([nonce]))
    await #expect(throws: ExchangeError.stranger) {
      _ = try await caller.call(ExchangeVectorTests.key(.giver))
    }
  }

  @Test("An end answers no call of its own side, and accepts no such answer")
  func ownSide() async throws {
    let vector = try ExchangeVectorTests.vector("the handshake")
    let (call, here) = (try vector.bytes("call"), try vector.bytes("here"))
    let (nonce, code) = (try vector.bytes("listener-nonce"), [UInt8](repeating: 9, count: 16))
    let listener = ReplayedConnection(call)
    await #expect(throws: ExchangeError.stranger) {
      _ = try await LinkHandshake(connection: listener, randomness: FixedBytes([nonce, code]))
        .answer([ExchangeVectorTests.key(.giver)])
    }
    #expect(listener.outgoing == nonce + code)
    let seeds = [try vector.bytes("caller-nonce")]
    let caller = LinkHandshake(
      connection: ReplayedConnection(here), randomness: FixedBytes(seeds))
    await #expect(throws: ExchangeError.stranger) {
      _ = try await caller.call(ExchangeVectorTests.key(.taker))
    }
  }

  private static func check(
    _ name: String, sealedWith keys: FrameKeys, openedWith others: FrameKeys
  ) throws {
    let vector = try vector(name)
    let (own, other) =
      name == "the caller's frames" ? ("lane 0", "lane 1") : ("lane 1", "lane 0")
    let packet = try self.vector("the receipts of \(own)").bytes("packet")
    let receipt = try self.vector("the receipts of \(other)").bytes("receipt")
    let count = own == "lane 0" ? 100 : 1
    let frames: [(String, LinkFrame)] = [
      ("ping-frame", .ping),
      ("piece-frame", .piece(Array(packet.prefix(count)), rest: packet.count - count)),
      ("last-piece-frame", .piece(Array(packet.dropFirst(count)), rest: 0)),
      ("packet-frame", .packet(packet)), ("receipt-frame", .receipt(receipt)), ("bye-frame", .bye),
    ]
    var sealer = keys.sealing()
    var opener = others.opening()
    for (name, frame) in frames {
      let bytes = try vector.bytes(name)
      let sealed = sealer.seal(frame)
      #expect(sealed == bytes, "\(name)")
      let opened = opener.open(Array(bytes.dropFirst(2)), length: Array(bytes.prefix(2)))
      #expect(opened == frame, "\(name)")
    }
  }

  @Test("A packet is answered with these bytes", arguments: ["lane 0", "lane 1"])
  func receipts(lane: String) throws {
    let vector = try ExchangeVectorTests.vector("the receipts of \(lane)")
    let tag = try Array(vector.bytes("packet").suffix(48))
    let key = try vector.bytes("header-key")
    let receipt = PacketReceipt(.arrived, tag: tag, headerKey: key.span)
    let passed = PacketReceipt(.passed, tag: tag, headerKey: key.span)
    #expect(try receipt.bytes == vector.bytes("receipt"))
    #expect(try passed.bytes == vector.bytes("passed"))
  }

  private static func key(_ role: PadRole) throws -> LinkKey {
    let link = try vector("the link")
    let keys = try link.bytes("header-key-0") + link.bytes("header-key-1")
    let shape = try #require(PadShape(size: 2048, split: 50))
    return LinkKey(
      ContactBook.Pad(
        id: PadID(number: 1), contact: ContactID(number: 1), role: role, shape: shape,
        keys: HeaderKeys(copying: keys.span)))
  }

  private static func vector(_ name: String) throws -> Vector {
    try #require(Vector.read(file).first { $0.name == name })
  }
}

/// Gives these bytes, one after the other, and no others.
private final class FixedBytes: Randomness {
  private let seeds: Mutex<ArraySlice<[UInt8]>>

  init(_ seeds: [[UInt8]]) { self.seeds = Mutex(seeds[...]) }

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    let seed = seeds.withLock { $0.popFirst() }
    guard let seed, seed.count == bytes.count else { preconditionFailure("not these bytes") }
    bytes.copy(seed.span, at: 0)
  }
}
