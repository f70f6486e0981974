import Pad
import Pairing
import PairingFuzzTargets
import Primitives
import System
import TestSupport
import Testing
import Vault

/// A program in another language, written from vernam-pairing(7) alone: if the two disagree, the
/// manual or the program is wrong.
@Suite("A program written from the manual alone", .ownThreads)
struct IndependentPairingTests {
  private static let script = "\(Fixtures.root)/Tests/PairingTests/vernam_pairing.py"

  @Test(
    "reads a carried file and computes the same D",
    arguments: [(26 << 10, 50), (300_000, 1), (16 << 20, 99)])
  func carried(size: Int, split: Int) async throws {
    try await withScratchDirectory { directory in
      let path = directory + "/pad"
      let store = MemoryStore()
      let given = try IndependentPairingTests.pairing(store, size: size, split: split)
        .carry(to: path)
      let file = try readFile(path)
      let found = try Program("python3").run(
        ["-B", IndependentPairingTests.script, "carried", path])
      #expect(found.errors.isEmpty)
      #expect(
        found.text.split(separator: "\n") == [
          given.padID.bytes.hexadecimal[...], "\(size)", "\(split)", "a test",
          [UInt8](file.suffix(32)).hexadecimal[...],
        ])
      #expect(store.all[0].material == [UInt8](file[1060..<file.count - 32]))
    }
  }

  @Test("reads a sealed file only with its passphrase")
  func sealed() async throws {
    try await withScratchDirectory { directory in
      let path = directory + "/pad"
      let passphrase = SecretBytes(copying: Array("correct horse".utf8).span)
      let seal = try CarriedSeal(
        passphrase: passphrase, cost: Scrypt.Cost(logN: 10, r: 8, p: 2),
        randomness: KernelRandomness())
      let store = MemoryStore()
      let given = try IndependentPairingTests.pairing(store, size: 26 << 10, split: 50)
        .carry(to: path, seal: seal)
      let read = { (passphrase: String) in
        try Program("python3").run(
          ["-B", IndependentPairingTests.script, "carried", path, passphrase])
      }
      let found = try read("correct horse")
      #expect(found.errors.isEmpty)
      let lines = found.text.split(separator: "\n")
      #expect(lines.first == given.padID.bytes.hexadecimal[...] && lines[3] == "a test")
      let wrong = try read("wrong")
      #expect(wrong.status == 1 && wrong.output.isEmpty)
    }
  }

  @Test("refuses a carried file that was altered", arguments: [0, 11, 30, 50, 2000, -1])
  func altered(byte: Int) async throws {
    try await withScratchDirectory { directory in
      _ = try IndependentPairingTests.pairing(MemoryStore(), size: 26 << 10, split: 50)
        .carry(to: directory + "/pad")
      try Change.altered(byte).apply(from: directory + "/pad", to: directory + "/copy")
      let found = try Program("python3").run(
        ["-B", IndependentPairingTests.script, "carried", directory + "/copy"])
      #expect(found.status == 1 && found.output.isEmpty)
    }
  }

  /// The giver sends a record, a piece and the last frame: the program hangs up at these positions.
  @Test(
    "joins, takes a pad, and sends a hello that the giver reads, however often it reconnects",
    arguments: [[], [0], [1], [2], [3], [0, 1, 2, 3]])
  func joins(hangingUpAt positions: [Int]) async throws {
    try await withScratchDirectory { directory in
      let room = Room()
      let screen = ScriptedScreen("one", other: "two", room: room)
      let vault = try NetworkTests.vault(directory + "/vault")
      let listener = NetworkTests.pairing(vault, "bob", screen, size: 26 << 10)
      async let listening = listener.listen(host: "127.0.0.1", port: 0)
      try await eventually("a port") { screen.port != nil }
      let keyboard = try Keyboard(at: directory + "/0")
      let other = try Program("python3").start(
        ["-B", IndependentPairingTests.script, "join", "127.0.0.1", "\(screen.port!)"]
          + positions.map(String.init),
        in: directory)
      let lines = { try other.outputSoFar().split(separator: "\n").map(String.init) }
      try await eventually("the other program") {
        try !lines().isEmpty || !other.errorsSoFar().isEmpty
      }
      room.show(try lines().first ?? "", on: "two")
      try await eventually("a code") { room.code(on: "one") != nil }
      try keyboard.type(room.code(on: "one")!)
      let given = try await listening
      let outcome = try other.finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(given.isConfirmed)
      #expect(screen.count("back") == positions.count)
      #expect(try lines().dropFirst().first == given.padID.bytes.hexadecimal)
    }
  }

  @Test("agrees with the standards")
  func standards() throws {
    let outcome = try Program("python3").run(["-B", IndependentPairingTests.script, "check"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private static func pairing(_ store: MemoryStore, size: Int, split: Int) -> Pairing {
    Pairing(
      store: store, options: TwoEnds.options(size: size, split: split),
      screen: ScriptedScreen("one", other: "two", room: Room()), randomness: KernelRandomness(),
      storage: Disk())
  }
}
