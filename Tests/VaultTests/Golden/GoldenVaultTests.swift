import Codec
import Pad
import Primitives
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Vaults of each version of the format that there was")
struct GoldenVaultTests {
  @Test("They open, read what was sent to them, and send on", arguments: GoldenVault.Owner.allCases)
  func works(_ owner: GoldenVault.Owner) throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try GoldenVault.copy(owner, to: path)
      let vault = try GoldenVault.open(path, owner)
      let peer = owner.peer
      #expect(throws: VaultError.moved(contact: peer)) { try vault.sendText("x", to: peer) }
      #expect(try vault.adopt(isOnlyCopy: true) == 1)
      if owner == .alice {
        let message = try readFile(Fixtures.path("\(GoldenVault.folder)/message"))
        #expect(try vault.receiveText(message) == GoldenVault.text)
      }
      try check(vault.sendText("Sent on.\n", to: peer), of: owner)
    }
  }

  /// From the known bytes of the pad alone.
  private func check(_ packet: [UInt8], of owner: GoldenVault.Owner) throws {
    let lane = owner == .alice ? 0 : 1
    let material = GoldenVault.material
    let key = Array(material[lane * 32..<lane * 32 + 32])
    let chunk = Packet.chunk(of: packet.span, headerKey: key.span)
    // One message, or two, stand before.
    #expect(chunk == (owner == .alice ? 1 : 2))
    let start = PadShape.headerKeysBytes + (lane * 4 + (chunk ?? 0)) * 256
    let slice = PadSlice(SecretBytes(copying: Array(material[start..<start + 256]).span))
    let place = PacketPlace(padID: GoldenVault.padID.bytes, lane: lane, chunk: chunk ?? 0)
    guard let text = Packet.open(packet.span, with: slice, at: place), let body = Body(text) else {
      Issue.record("not authentic")
      return
    }
    #expect(body.withContent { $0.publicCopy } == Array("Sent on.\n".utf8))
  }

  @Test("A wrong passphrase is one")
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

  @Test("A header of the next version is not for this program", arguments: [[0], [1], [0, 1]])
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
    "The stored vaults are made anew",
    .enabled(if: Machine.environment("VERNAM_MAKE_VAULTS") != nil))
  func make() throws {
    let directory = Machine.environment("VERNAM_MAKE_VAULTS")!
    try GoldenVault.make(in: directory)
    // What the fuzz targets begin with.
    for owner in GoldenVault.Owner.allCases {
      let vault = try GoldenVault.open("\(directory)/\(owner)", owner)
      let state = try vault.withState(of: GoldenVault.padID) { state in
        state.encoded().withBytes { $0.publicCopy }
      }
      let slot = try readFile(vault.layout.state(GoldenVault.padID)).prefix(68 + state.count)
      try writeFile("\(directory)/corpus-state-\(owner)", state)
      try writeFile("\(directory)/corpus-slot-\(owner)", Array(slot))
      try writeFile(
        "\(directory)/corpus-header-\(owner)", Array(try readFile(vault.layout.header).prefix(124)))
    }
  }

  @Test("A reader made from the manual alone finds the same", arguments: GoldenVault.Owner.allCases)
  func independentReader(_ owner: GoldenVault.Owner) throws {
    let script = "\(Fixtures.root)/Tests/VaultTests/Golden/vernam_vault.py"
    let outcome = try Program("python3").run([
      script, Fixtures.path("\(GoldenVault.folder)/\(owner)"), GoldenVault.padID.hexadecimal,
      owner.passphrase,
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let consumed = owner == .alice ? "1-2" : "0-1"
    let (sent, lane) = owner == .alice ? (1, 0) : (2, 1)
    let first = lane * 4 + sent
    let start = PadShape.headerKeysBytes + first * 256
    #expect(
      outcome.text == """
        contact \(owner.peer)
        next to send \(sent)
        consumed \(consumed)
        chunk \(first) \(Array(GoldenVault.material[start..<start + 16]).hexadecimal)

        """)
  }
}
