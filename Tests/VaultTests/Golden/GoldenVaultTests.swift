import Codec
import Pad
import Primitives
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Stored vaults of each version of the format")
struct GoldenVaultTests {
  @Test("They open, read what was sent to them, and send on", arguments: GoldenVault.Owner.allCases)
  func works(_ owner: GoldenVault.Owner) throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try GoldenVault.copy(owner, to: path)
      let vault = try GoldenVault.open(path, owner)
      let peer = owner.peer
      #expect(throws: VaultError.moved(path: path)) { try vault.sendText("x", to: peer) }
      #expect(try vault.adopt(nothingSentElsewhere: true) == 1)
      if owner == .alice {
        let message = try readFile(Fixtures.path("\(GoldenVault.folder)/message"))
        #expect(try vault.receiveText(message) == GoldenVault.text)
      }
      try check(vault.sendText("Sent on.\n", to: peer), of: owner)
    }
  }

  /// Checks a packet from the known bytes of the pad alone.
  private func check(_ packet: [UInt8], of owner: GoldenVault.Owner) throws {
    let lane = owner == .alice ? 0 : 1
    let material = GoldenVault.material
    let key = Array(material[lane * 32..<lane * 32 + 32])
    let chunk = Packet.chunk(of: packet.span, headerKey: key.span)
    // One message, or two, come before.
    #expect(chunk == (owner == .alice ? 1 : 2))
    let start = PadShape.headerKeysBytes + (lane * 4 + (chunk ?? 0)) * 256
    let position = PacketPosition(
      padID: GoldenVault.padID.bytes, lane: lane, chunk: chunk ?? 0)
    let slice = Array(material[start..<start + 256])
    guard let body = ReferencePacket.body(of: packet, slice: slice, at: position) else {
      Issue.record("not authentic")
      return
    }
    #expect(body.withContent { $0.publicCopy } == Array("Sent on.\n".utf8))
  }

  @Test("A wrong passphrase is refused")
  func wrongPassphrase() throws {
    try withTemporaryDirectory { directory in
      try GoldenVault.copy(.bob, to: "\(directory)/vault")
      #expect(throws: VaultError.wrongPassphrase) {
        try Vault.open("\(directory)/vault", environment: GoldenVault.environment(directory)) {
          SecretBytes(copying: Array("golden passphrasE".utf8).span)
        }
      }
    }
  }

  @Test("A header of the next version is refused and left alone", arguments: [[0], [1], [0, 1]])
  func newerHeader(_ copies: [Int]) throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try GoldenVault.copy(.alice, to: path)
      var bytes = try readFile("\(path)/vault")
      for copy in copies {
        var page = Array(bytes[copy * 4096..<(copy + 1) * 4096])
        page[9] = 2
        page.replaceSubrange(4064..., with: SHA256.hash(page.span.extracting(first: 4064)))
        bytes.replaceSubrange(copy * 4096..<(copy + 1) * 4096, with: page)
      }
      try VaultFiles.put(bytes, in: "\(path)/vault")
      let before = try VaultFiles([path])
      #expect(throws: VaultError.newerVersion(path: "\(path)/vault")) {
        try GoldenVault.open(path, .alice)
      }
      #expect(try before == VaultFiles([path]))
    }
  }

  @Test(
    "The stored vaults are made again",
    .enabled(if: Machine.environment("VERNAM_MAKE_VAULTS") != nil))
  func make() throws {
    let directory = Machine.environment("VERNAM_MAKE_VAULTS")!
    try GoldenVault.make(in: directory)
    // Inputs that the fuzz targets begin with.
    for owner in GoldenVault.Owner.allCases {
      let vault = try GoldenVault.open("\(directory)/\(owner)", owner)
      let state = try vault.stateBytes(of: GoldenVault.padID)
      let slot = try readFile(vault.layout.state(GoldenVault.padID)).prefix(68 + state.count)
      try writeFile("\(directory)/corpus-contacts-\(owner)", vault.bookBytes())
      try writeFile("\(directory)/corpus-state-\(owner)", state)
      try writeFile("\(directory)/corpus-slot-\(owner)", Array(slot))
      try writeFile(
        "\(directory)/corpus-header-\(owner)", Array(try readFile(vault.layout.header).prefix(124)))
    }
  }

  @Test("A reader made from the manual alone finds the same", arguments: GoldenVault.Owner.allCases)
  func independentReader(_ owner: GoldenVault.Owner) throws {
    let outcome = try read(Fixtures.path("\(GoldenVault.folder)/\(owner)"), of: owner)
    #expect(outcome == lines(of: owner))
  }

  @Test(
    "It finds the same in new vaults, and equal counters", arguments: GoldenVault.Owner.allCases)
  func newVault(_ owner: GoldenVault.Owner) throws {
    try withTemporaryDirectory { directory in
      try GoldenVault.make(in: directory)
      let path = "\(directory)/\(owner)"
      #expect(
        try read(path, of: owner, counters: path + ".state")
          == lines(of: owner) + "counter equal\nbook counter equal\n")
    }
  }

  private func read(
    _ path: String, of owner: GoldenVault.Owner, counters: String? = nil
  ) throws -> String {
    let script = "\(Fixtures.root)/Tests/VaultTests/Golden/vernam_vault.py"
    let arguments = [script, path, GoldenVault.padID.hexadecimal, owner.passphrase]
    let outcome = try Program("python3").run(arguments + [counters].compactMap(\.self))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.text
  }

  private func lines(of owner: GoldenVault.Owner) -> String {
    let (consumed, numbers) = owner == .alice ? ("1-2", "2-3") : ("0-1", "1-2")
    let (sent, lane) = owner == .alice ? (1, 0) : (2, 1)
    let first = lane * 4 + sent
    let start = PadShape.headerKeysBytes + first * 256
    return """
      contact \(owner.peer)
      number 1
      next to send \(sent)
      consumed \(consumed)
      read numbers \(numbers)
      wiped \(sent + 1)
      chunk \(first) \(Array(GoldenVault.material[start..<start + 16]).hexadecimal)

      """
  }
}
