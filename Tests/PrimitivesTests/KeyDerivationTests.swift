import Glibc
import Pad
import Primitives
import TestSupport
import Testing

@Suite("HKDF and scrypt")
struct KeyDerivationTests {
  @Test("HKDF gives the published keys", arguments: try Vector.read("hkdf-sha-256.txt"))
  func hkdf(_ vector: Vector) throws {
    let expected = try vector.bytes("okm")
    let (key, salt, info) = (
      try vector.bytes("key"), try vector.bytes("salt"), try vector.bytes("info")
    )
    let derived = HKDF.derive(
      from: key.span, salt: salt.span, info: info.span, count: expected.count)
    #expect(derived.withBytes { $0.publicCopy } == expected)
  }

  @Test("scrypt gives the published keys", arguments: try Vector.read("scrypt.txt"))
  func scrypt(_ vector: Vector) throws {
    let expected = try vector.bytes("key")
    let (passphrase, salt) = (try vector.bytes("passphrase"), try vector.bytes("salt"))
    let cost = Scrypt.Cost(
      logN: try vector.number("logN"), r: try vector.number("r"), p: try vector.number("p"))
    let derived = Scrypt.derive(
      from: passphrase.span, salt: salt.span, cost: cost, count: expected.count)
    guard let derived else {
      Issue.record("scrypt could not have \(cost.memoryBytes) bytes")
      return
    }
    #expect(derived.withBytes { $0.publicCopy } == expected)
  }

  /// A window that is closed exits while other threads still work.
  @Test("Keys can be derived while the program exits, whatever was used first")
  func exiting() async {
    await #expect(processExitsWith: .exitCode(42)) {
      // Handlers run in the reverse order: this one after any that libcrypto sets up.
      atexit {
        _ = HKDF.derive(from: [1].span, salt: [2].span, info: [3].span, count: 32)
        _exit(42)
      }
      _ = HKDF.derive(from: [1].span, salt: [2].span, info: [3].span, count: 32)
      exit(0)
    }
    await #expect(processExitsWith: .exitCode(42)) {
      atexit {
        _ = HKDF.derive(from: [1].span, salt: [2].span, info: [3].span, count: 32)
        _exit(42)
      }
      let cost = Scrypt.Cost(logN: 4, r: 1, p: 1)
      _ = Scrypt.derive(from: [1].span, salt: [2].span, cost: cost, count: 32)
      exit(0)
    }
  }

  @Test("scrypt fails cleanly if the memory is not available")
  func memoryRefused() {
    let cost = Scrypt.Cost(logN: 50, r: 8, p: 1)
    let derived = Scrypt.derive(from: [1].span, salt: [2].span, cost: cost, count: 32)
    if derived != nil { Issue.record("2⁶⁰ bytes were found") }
  }

  @Test(
    "A file may ask for 1 GiB in all its rounds and no more",
    arguments: [
      (Scrypt.Cost.least, true), (Scrypt.Cost(logN: 20, r: 8, p: 1), true),
      (Scrypt.Cost(logN: 16, r: 8, p: 16), true), (Scrypt.Cost(logN: 17, r: 8, p: 16), false),
      (Scrypt.Cost(logN: 20, r: 8, p: 2), false),
      (Scrypt.Cost(logN: 21, r: 8, p: 1), false), (Scrypt.Cost(logN: 17, r: 8, p: 17), false),
      (Scrypt.Cost(logN: 17, r: 65, p: 1), false), (Scrypt.Cost(logN: 0, r: 8, p: 1), false),
      (Scrypt.Cost(logN: 17, r: 0, p: 1), false), (Scrypt.Cost(logN: 17, r: 8, p: 0), false),
      (Scrypt.Cost(logN: .max, r: .max, p: .max), false),
      (Scrypt.Cost(logN: .min, r: .min, p: .min), false),
    ])
  func bearable(_ cost: Scrypt.Cost, _ expected: Bool) {
    #expect(cost.isBearable == expected)
  }

  @Test("The least cost is 128 MiB")
  func least() {
    #expect(Scrypt.Cost.least.memoryBytes == 128 << 20)
  }
}
