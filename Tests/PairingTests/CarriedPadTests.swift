import Link
import Pad
import PairingFuzzTargets
import Primitives
import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Pairing

@Suite("Carrying a pad by hand", .ownThreads)
struct CarriedPadTests {
  /// - Parameter steps: after how many looks the person has stopped it.
  private static func pairing(
    _ store: MemoryStore, size: Int = 300_000, steps: Int = .max
  ) -> Pairing {
    let left = Mutex(steps)
    var options = TwoEnds.options(size: size)
    options.isStopped = {
      left.withLock { left in
        left -= 1
        return left < 0
      }
    }
    return Pairing(
      store: store, options: options,
      screen: ScriptedScreen("one", other: "two", room: Room()), randomness: KernelRandomness(),
      storage: Disk())
  }

  private static func take(
    _ store: MemoryStore, _ path: String, passphrase: String? = nil, steps: Int = .max
  ) throws -> PairingResult {
    try pairing(store, steps: steps).takeIn(from: path) { _ throws(PairingError) in
      guard let passphrase else { throw .noCarriedPassphrase(path: path) }
      return SecretBytes(copying: Array(passphrase.utf8).span)
    }
  }

  /// Cheap, for tests only.
  private static func seal(_ passphrase: String) throws -> CarriedSeal {
    let passphrase = SecretBytes(copying: Array(passphrase.utf8).span)
    return try CarriedSeal(
      passphrase: passphrase, cost: Scrypt.Cost(logN: 4, r: 1, p: 1),
      randomness: KernelRandomness())
  }

  @Test("Both ends hold the same material; the file is gone, the giver waits")
  func roundTrip() async throws {
    try await withScratchDirectory { directory in
      let (giver, taker) = (MemoryStore(), MemoryStore())
      let given = try CarriedPadTests.pairing(giver).carry(to: directory + "/pad")
      let permissions = try Disk().attributes(at: directory + "/pad")?.permissions
      #expect(permissions == 0o600)
      let taken = try CarriedPadTests.take(taker, directory + "/pad")
      #expect(given.padID == taken.padID && given.shape == taken.shape)
      #expect(given.weGave && !given.isConfirmed && !taken.weGave && taken.isConfirmed)
      #expect(giver.all.map(\.material) == taker.all.map(\.material))
      #expect(giver.all.map(\.isConfirmed) == [false])
      guard case .removed = taken.carriedFile else {
        Issue.record("the file should be gone")
        return
      }
      let left = try Disk().list(directory).sorted()
      #expect(left.isEmpty)
    }
  }

  @Test(
    "A file that was cut, lengthened or altered anywhere is refused and left alone",
    arguments: [
      Change.cut, .lengthened, .altered(0), .altered(9), .altered(10), .altered(12),
      .altered(25), .altered(1059), .altered(200_000), .altered(-1),
    ])
  func damaged(_ change: Change) async throws {
    try await withScratchDirectory { directory in
      _ = try CarriedPadTests.pairing(MemoryStore()).carry(to: directory + "/pad")
      try change.apply(from: directory + "/pad", to: directory + "/copy")
      let taker = MemoryStore()
      #expect(throws: PairingError.self) {
        try CarriedPadTests.take(taker, directory + "/copy")
      }
      let left = try Disk().list(directory).sorted()
      #expect(taker.all.isEmpty && left == ["copy", "pad"])
    }
  }

  @Test("A pad is taken in only once, and never by the end that made it")
  func twice() async throws {
    try await withScratchDirectory { directory in
      let (giver, taker) = (MemoryStore(), MemoryStore())
      let pad = directory + "/pad"
      _ = try CarriedPadTests.pairing(giver).carry(to: pad)
      try Change.none.apply(from: pad, to: directory + "/copy")
      _ = try CarriedPadTests.take(taker, pad)
      for store in [giver, taker] {
        expect(.alreadyHeld) {
          _ = try CarriedPadTests.take(store, directory + "/copy")
        }
      }
    }
  }

  @Test("An existing file is never overwritten, and a failed pad leaves no file")
  func existing() async throws {
    try await withScratchDirectory { directory in
      let pad = directory + "/pad"
      _ = try CarriedPadTests.pairing(MemoryStore()).carry(to: pad)
      let before = try Change.bytes(of: pad)
      #expect(throws: PairingError.self) {
        try CarriedPadTests.pairing(MemoryStore()).carry(to: pad)
      }
      let after = try Change.bytes(of: pad)
      #expect(before == after)
      #expect(throws: PairingError.self) {
        try CarriedPadTests.pairing(MemoryStore(fault: .commitFails)).carry(to: pad + "2")
      }
      let left = try Disk().list(directory).sorted()
      #expect(left == ["pad"])
    }
  }

  @Test(
    "Stopped before its pad is committed, neither end keeps one; a file to take in stays as it is")
  func stopped() async throws {
    try await withScratchDirectory { directory in
      // A look before each piece, and one before the commit.
      let looks = TransferPlan(try #require(PadShape(size: 300_000, split: 50))).pieces + 1
      for steps in 0..<looks {
        let giver = MemoryStore()
        expect(.link(.cancelled)) {
          _ = try CarriedPadTests.pairing(giver, steps: steps).carry(to: directory + "/pad")
        }
        let left = try Disk().list(directory)
        #expect(giver.all.isEmpty && left.isEmpty)
      }
      _ = try CarriedPadTests.pairing(MemoryStore(), steps: looks).carry(to: directory + "/pad")
      let before = try Change.bytes(of: directory + "/pad")
      let taker = MemoryStore()
      for steps in 0..<looks {
        expect(.link(.cancelled)) {
          _ = try CarriedPadTests.take(taker, directory + "/pad", steps: steps)
        }
        let after = try Change.bytes(of: directory + "/pad")
        #expect(taker.all.isEmpty && before == after)
      }
      _ = try CarriedPadTests.take(taker, directory + "/pad", steps: looks)
      #expect(taker.all.count == 1)
    }
  }

  @Test("A name that a stick cannot hold is replaced in the name of the file")
  func names() {
    #expect(CarriedName.name(for: "bob") == "pad-for-bob.vernam")
    #expect(CarriedName.name(for: "a\"*/:<>?\\|ü b") == "pad-for-a_________ü b.vernam")
    #expect(CarriedName.isOne("pad-for-bob.vernam") && !CarriedName.isOne("bob.vernam"))
  }

  @Test("A sealed file reveals nothing of the pad and opens only with its passphrase")
  func sealed() async throws {
    try await withScratchDirectory { directory in
      let (giver, taker) = (MemoryStore(), MemoryStore())
      let pad = directory + "/pad"
      _ = try CarriedPadTests.pairing(giver).carry(to: pad, seal: CarriedPadTests.seal("right"))
      let file = try Change.bytes(of: pad)
      let material = try #require(giver.all.first).material
      for start in [0, material.count / 2, material.count - 16] {
        #expect(!file.contains(Array(material[start..<start + 16])))
      }
      #expect(!file.contains(Array("test".utf8)))
      expect(.noCarriedPassphrase(path: pad)) { _ = try CarriedPadTests.take(taker, pad) }
      expect(.wrongCarriedPassphrase(path: pad)) {
        _ = try CarriedPadTests.take(taker, pad, passphrase: "Right")
      }
      let now = try Change.bytes(of: pad)
      #expect(taker.all.isEmpty && now == file)
      _ = try CarriedPadTests.take(taker, pad, passphrase: "right")
      #expect(taker.all.map(\.material) == [material])
      let left = try Disk().list(directory).sorted()
      #expect(left.isEmpty)
    }
  }

  @Test(
    "A sealed file that was cut, lengthened or altered anywhere is refused and left alone",
    arguments: [
      Change.cut, .lengthened, .altered(0), .altered(9), .altered(10), .altered(11), .altered(12),
      .altered(25), .altered(36), .altered(40), .altered(44), .altered(50), .altered(76),
      .altered(80), .altered(1100), .altered(1118), .altered(200_000), .altered(-40), .altered(-1),
    ])
  func sealedDamaged(_ change: Change) async throws {
    try await withScratchDirectory { directory in
      let seal = try CarriedPadTests.seal("right")
      _ = try CarriedPadTests.pairing(MemoryStore()).carry(to: directory + "/pad", seal: seal)
      try change.apply(from: directory + "/pad", to: directory + "/copy")
      let taker = MemoryStore()
      #expect(throws: PairingError.self) {
        try CarriedPadTests.take(taker, directory + "/copy", passphrase: "right")
      }
      let left = try Disk().list(directory).sorted()
      #expect(taker.all.isEmpty && left == ["copy", "pad"])
    }
  }

  @Test("Parts cannot be swapped between two sealed files, nor within one")
  func swapped() async throws {
    try await withScratchDirectory { directory in
      let (one, two) = (directory + "/one", directory + "/two")
      let seal = try CarriedPadTests.seal("right")
      for path in [one, two] {
        _ = try CarriedPadTests.pairing(MemoryStore(), size: 600_000).carry(to: path, seal: seal)
      }
      let head = CarriedHeader.byteCount + CarriedSeal.Parameters.byteCount
      let first = head + Provenance.recordBytes + AES256GCM.tagBytes
      let part = TransferPlan.pieceBytes + AES256GCM.tagBytes
      let (mine, other) = (try Change.bytes(of: one), try Change.bytes(of: two))
      let places = first..<first + part
      let next = places.upperBound..<places.upperBound + part
      var (foreign, turned) = (mine, mine)
      foreign.replaceSubrange(places, with: other[places])
      turned.replaceSubrange(places, with: mine[next])
      turned.replaceSubrange(next, with: mine[places])
      for (number, bytes) in [foreign, turned].enumerated() {
        let path = directory + "/\(number)"
        try Disk().create(path).write(bytes.span, at: 0)
        expect(.carriedPadDamaged(path: path)) {
          _ = try CarriedPadTests.take(MemoryStore(), path, passphrase: "right")
        }
      }
    }
  }
}
