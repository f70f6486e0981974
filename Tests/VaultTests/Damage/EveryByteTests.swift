import System
import TestSupport
import Testing

@testable import Vault

/// One bit of each byte inverted: in one of two copies it costs nothing, in both it is noticed.
@Suite("An inverted bit in each byte")
struct EveryByteTests {
  @Test("of the header")
  func header() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.header
      let file = try Disk().open(path, writable: true)
      let whole = vault.files[path]
      let copy = VaultHeader.pageBytes
      try #require(whole.count == 2 * copy)
      try invertEach(of: copy, file, whole) { place, copies in
        let opened = Result {
          try TwoVaults.open(vault.directory, vault.environment, for: .reading)
        }
        if copies < 2 { return try #expect(opened.get().contacts().count == 2, "\(place)") }
        #expect(throws: VaultError.headerDamaged(path: path), "\(place)") { try opened.get() }
      }
    }
  }

  @Test("of the contact book, as far as it is written")
  func book() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.contacts
      let file = try Disk().open(path, writable: true)
      let whole = vault.files[path]
      let used = try SlotHead.byteCount + vault.vault.bookBytes().count + 16
      try expectZeros(whole, behind: used)
      try invertEach(of: used, copy: whole.count / 2, file, whole) { place, copies in
        let reader = try TwoVaults.open(vault.directory, vault.environment, for: .reading)
        let names = try reader.contacts().map(\.name)
        #expect((names == ["bob", "carol"]) == (copies < 2), "\(place)")
        let damage = reader.damagesOfLists()
        #expect(damage == (copies < 2 ? [] : [.bookDamaged(path: path)]), "\(place)")
      }
    }
  }

  @Test("of the state, as far as it is written")
  func state() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.state(vault.bobPad)
      let file = try Disk().open(path, writable: true)
      let whole = vault.files[path]
      let used = try SlotHead.byteCount + vault.vault.stateBytes(of: vault.bobPad).count + 16
      try expectZeros(whole, behind: used)
      let reader = try TwoVaults.open(vault.directory, vault.environment, for: .reading)
      let sent = DamagedVault.sent * 256
      try invertEach(of: used, copy: PadState.slotBytes, file, whole) { place, copies in
        let bob = try reader.contact("bob")
        let damage = VaultError.padDamaged(contact: "bob", path: path)
        #expect(bob.damage == (copies < 2 ? nil : damage), "\(place)")
        #expect(bob.pads.map(\.send.used) == (copies < 2 ? [sent] : []), "\(place)")
      }
    }
  }

  /// Checks that filler follows the used bytes of each half.
  private func expectZeros(_ whole: [UInt8], behind used: Int) throws {
    let half = whole.count / 2
    #expect(whole[used..<half].allSatisfy { $0 == 0 })
    #expect(whole[(half + used)...].allSatisfy { $0 == 0 })
  }

  /// Inverts a bit of each of the first `count` bytes of the first copy, the second, and both.
  private func invertEach(
    of count: Int, copy: Int? = nil, _ file: any StoredFile, _ whole: [UInt8],
    test: String = #function, _ look: (_ place: Int, _ copies: Int) throws -> Void
  ) throws {
    let (copy, random) = (copy ?? count, Seeded(for: test))
    for place in 0..<count {
      let bit: UInt8 = 1 << UInt8(random.number(in: 0...7))
      for places in [[place], [copy + place], [place, copy + place]] {
        try put(places.map { whole[$0] ^ bit }, at: places, in: file)
        try look(place, places.count)
        try put(places.map { whole[$0] }, at: places, in: file)
      }
    }
    Figures.report(
      "damage, each byte of the \(test.prefix { $0 != "(" })",
      "\(3 * count) inputs, \(count) of them in both copies and refused")
  }

  private func put(_ bytes: [UInt8], at places: [Int], in file: any StoredFile) throws {
    for (byte, place) in zip(bytes, places) {
      let byte = [byte]
      try file.write(byte.span, at: place)
    }
  }
}
