import Pad
import Pairing
import PairingFuzzTargets
import System
import Testing

@Suite("Carrying a pad by hand")
struct CarriedPadTests {
  private static func pairing(_ store: MemoryStore, size: Int = 300_000) -> Pairing {
    Pairing(
      store: store, wishes: TwoEnds.wishes(size: size),
      screen: ScriptedScreen("one", other: "two", room: Room()), randomness: KernelRandomness(),
      storage: Disk())
  }

  @Test("Both ends hold the same material; the file is gone, the giver waits")
  func roundTrip() async throws {
    try await withScratchDirectory { directory in
      let (giver, taker) = (MemoryStore(), MemoryStore())
      let given = try CarriedPadTests.pairing(giver).carry(to: directory + "/pad")
      let permissions = try Disk().attributes(at: directory + "/pad")?.permissions
      #expect(permissions == 0o600)
      let taken = try CarriedPadTests.pairing(taker).takeIn(from: directory + "/pad")
      #expect(given.padID == taken.padID && given.shape == taken.shape)
      #expect(given.weGave && !given.isConfirmed && !taken.weGave && taken.isConfirmed)
      #expect(giver.all.map(\.material) == taker.all.map(\.material))
      #expect(giver.all.map(\.isConfirmed) == [false])
      guard case .removed = taken.carriedFile else {
        Issue.record("the file should be gone")
        return
      }
      let left = try Disk().list(directory)
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
        try CarriedPadTests.pairing(taker).takeIn(from: directory + "/copy")
      }
      let left = try Disk().list(directory)
      #expect(taker.all.isEmpty && left == ["copy", "pad"])
    }
  }

  @Test("A pad is taken in once, and not by the end that made it")
  func twice() async throws {
    try await withScratchDirectory { directory in
      let (giver, taker) = (MemoryStore(), MemoryStore())
      let pad = directory + "/pad"
      _ = try CarriedPadTests.pairing(giver).carry(to: pad)
      try Change.none.apply(from: pad, to: directory + "/copy")
      _ = try CarriedPadTests.pairing(taker).takeIn(from: pad)
      for store in [giver, taker] {
        expect(.alreadyHeld) {
          _ = try CarriedPadTests.pairing(store).takeIn(from: directory + "/copy")
        }
      }
    }
  }

  @Test("An existing file is never written over, and a failed pad leaves no file")
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
      let left = try Disk().list(directory)
      #expect(left == ["pad"])
    }
  }
}
