import Glibc
import System
import TestSupport
import Testing

@Suite(
  "The kernel's keyring",
  .enabled(if: KernelKeyring().refusal() == nil, "this system has none here"))
struct KeyringTests {
  let keyring = KernelKeyring()
  /// A name that no other run uses.
  let name = "vernam-test:" + KernelRandomness().bytes(8).map { String($0) }.joined(separator: ".")

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    return keyring.read(name, into: &span) ? bytes : nil
  }

  @Test("A kept value can be read, replaced and dropped")
  func keeping() throws {
    try keyring.keep([1, 2, 3].span, named: name, seconds: 60)
    #expect(read(3) == [1, 2, 3])
    #expect(read(2) == nil && read(4) == nil, "only at its own length")
    try keyring.keep([4, 5, 6].span, named: name, seconds: 60)
    #expect(read(3) == [4, 5, 6])
    #expect(try keyring.drop(name))
    #expect(read(3) == nil)
    #expect(try keyring.drop(name) == false)
  }

  @Test("The kernel drops it when its time is up")
  func timeout() throws {
    try keyring.keep([1].span, named: name, seconds: 1)
    for _ in 0..<600 where read(1) != nil { usleep(10_000) }
    #expect(read(1) == nil)
    #expect(try keyring.drop(name) == false)
  }
}
