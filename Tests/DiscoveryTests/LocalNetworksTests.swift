import Testing

@testable import Discovery

/// Which addresses an offer may lead to.
@Suite("The networks of this machine")
struct LocalNetworksTests {
  private let networks = LocalNetworks(networks: [
    .init(interface: 2, address: [10, 77, 0, 1], mask: [255, 255, 255, 0]),
    .init(interface: 3, address: [192, 168, 1, 9], mask: [255, 255, 0, 0]),
    .init(
      interface: 2, address: [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1],
      mask: [UInt8](repeating: 255, count: 8) + [UInt8](repeating: 0, count: 8)),
  ])

  private static func six(_ start: [UInt8], _ last: UInt8 = 7) -> [UInt8] {
    start + [UInt8](repeating: 0, count: 15 - start.count) + [last]
  }

  @Test(
    "Addresses on the link are called",
    arguments: [
      ([10, 77, 0, 2], 2), ([10, 77, 0, 1], 2), ([192, 168, 250, 1], 3),
      (six([0x20, 1, 0xD, 0xB8]), 2), (six([0xFE, 0x80]), 2), (six([0xFE, 0x80]), 9),
    ] as [([UInt8], UInt32)])
  func called(_ address: [UInt8], _ interface: UInt32) {
    #expect(networks.include(address, interface: interface))
  }

  @Test(
    "Those behind a router, of another interface, of this machine's inside, or of many are not",
    arguments: [
      ([10, 77, 1, 2], 2), ([8, 8, 8, 8], 2), ([10, 77, 0, 2], 3), ([10, 77, 0, 255], 2),
      ([127, 0, 0, 1], 2), ([224, 0, 0, 251], 2), ([255, 255, 255, 255], 2), ([10, 77, 0], 2),
      (six([], 1), 2), (six([0xFF, 2]), 2), (six([0x20, 1, 0xD, 0xB9]), 2), ([], 2),
    ] as [([UInt8], UInt32)])
  func refused(_ address: [UInt8], _ interface: UInt32) {
    #expect(!networks.include(address, interface: interface))
  }

  @Test("This machine has at least its loopback network")
  func current() {
    #expect(LocalNetworks.current().networks.contains { $0.address == [127, 0, 0, 1] })
  }
}
