import Testing

@testable import Discovery

@Suite("Addresses of offers")
struct OfferAddressTests {
  private static let linkLocal: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
  private static let unique: [UInt8] = [0xFD, 0x00] + [UInt8](repeating: 0, count: 13) + [2]

  @Test(
    "An address is written as --connect accepts it, with a scope only if it needs one",
    arguments: [
      ([10, 0, 0, 1], "10.0.0.1", "10.0.0.1:4242"),
      ([169, 254, 7, 1], "169.254.7.1", "169.254.7.1:4242"),
      (linkLocal, "fe80::1%3", "[fe80::1%3]:4242"),
      (unique, "fd00::2", "[fd00::2]:4242"),
    ] as [([UInt8], String, String)])
  func text(address: [UInt8], host: String, description: String) throws {
    let endpoint = try #require(OfferAddress(address: address, port: 4242, interface: 3))
    #expect(endpoint.host == host)
    #expect(endpoint.description == description)
  }

  @Test(
    "Addresses that nobody can connect to are refused",
    arguments: [[], [1, 2, 3], [0, 0, 0, 0], [UInt8](repeating: 0, count: 16), [1, 2, 3, 4, 5]])
  func malformed(address: [UInt8]) {
    #expect(OfferAddress(address: address, port: 1, interface: 1) == nil)
  }

  @Test("Port 0 is refused")
  func noPort() { #expect(OfferAddress(address: [10, 0, 0, 1], port: 0, interface: 1) == nil) }

  @Test("IPv6 is tried before IPv4, and link-local addresses first")
  func order() {
    let addresses = [[10, 0, 0, 1], Self.unique, Self.linkLocal]
    let endpoints = addresses.compactMap { OfferAddress(address: $0, port: 1, interface: 2) }
    #expect(endpoints.sorted().map(\.host) == ["fe80::1%2", "fd00::2", "10.0.0.1"])
  }
}
