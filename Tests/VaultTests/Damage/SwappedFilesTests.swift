import System
import TestSupport
import Testing

@testable import Vault

@Suite("Files and parts of files that were swapped")
struct SwappedFilesTests {
  @Test("The states of two pads: neither is mistaken for the other's")
  func states() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try exchange(vault.layout.state(vault.bobPad), vault.layout.state(vault.carolPad), vault)
      let use = try vault.use()
      #expect(use.works.isDisjoint(with: ["send to bob", "send to carol", "read from bob"]))
    }
  }

  @Test("The chunks of two pads with the same material: each chunk fails its seal")
  func chunks() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try exchange(vault.layout.chunks(vault.bobPad), vault.layout.chunks(vault.carolPad), vault)
      let use = try vault.use()
      #expect(use.works.isDisjoint(with: ["send to bob", "send to carol", "read from bob"]))
    }
  }

  @Test("The directories of two pads: each pad knows its id")
  func pads() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let disk = Disk()
      let (bob, carol) = (vault.layout.pad(vault.bobPad), vault.layout.pad(vault.carolPad))
      try disk.rename(bob, to: bob + ".aside")
      try disk.rename(carol, to: bob)
      try disk.rename(bob + ".aside", to: carol)
      let use = try vault.use()
      #expect(use.works.isDisjoint(with: ["send to bob", "send to carol", "read from bob"]))
    }
  }

  @Test("The two slots of a state: each knows its place")
  func slots() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.state(vault.bobPad)
      try exchangeHalves(path, vault)
      let use = try vault.use()
      #expect(use.errors.contains(.padDamaged(contact: "bob", path: path)))
      #expect(use.works.isDisjoint(with: ["send to bob", "read from bob"]))
      #expect(use.works.contains("send to carol"))
    }
  }

  @Test("The two slots of the contact book: each knows its place")
  func bookSlots() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try exchangeHalves(vault.layout.contacts, vault)
      let use = try vault.use()
      #expect(use.errors.contains(.bookDamaged(path: vault.layout.contacts)))
      #expect(use.works.isDisjoint(with: ["send to bob", "send to carol"]))
      #expect(use.works.contains("read from bob"))
    }
  }

  @Test("The same slot in both places counts once", arguments: [false, true])
  func sameSlot(_ isOfBook: Bool) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = isOfBook ? vault.layout.contacts : vault.layout.state(vault.bobPad)
      let bytes = vault.files[path]
      let slot = bytes[..<(bytes.count / 2)]
      try VaultFiles.put(Array(slot + slot), in: path)
      #expect(try vault.use().errors.isEmpty)
    }
  }

  @Test("A slot of a state does not pass for a slot of the contact book")
  func kinds() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let (book, state) = (vault.layout.contacts, vault.layout.state(vault.bobPad))
      var bytes = vault.files[book]
      for start in [0, bytes.count / 2] {
        let slot = start == 0 ? 0 : PadState.slotBytes
        let page = vault.files[state][slot..<slot + 4096]
        bytes.replaceSubrange(start..<start + 4096, with: page)
      }
      try VaultFiles.put(bytes, in: book)
      #expect(try vault.use().errors.contains(.bookDamaged(path: book)))
    }
  }

  @Test("The two copies of the header work in either order")
  func headers() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let bytes = vault.files[vault.layout.header]
      try VaultFiles.put(Array(bytes[4096...] + bytes[..<4096]), in: vault.layout.header)
      #expect(try vault.use().errors.isEmpty)
    }
  }

  @Test("A lane without any sound chunk ends in an error, and costs nothing")
  func nothingLeft() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.chunks(vault.bobPad)
      try VaultFiles.put([UInt8](repeating: 0, count: vault.files[path].count), in: path)
      let use = try vault.use()
      #expect(use.errors.first == .padDamaged(contact: "bob", path: path))
      #expect(try vault.vault.contact("bob").pads[0].send.used == DamagedVault.sent * 256)
    }
  }

  @Test("Two chunks: both are skipped, and neither encrypts anything")
  func twoChunks() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.chunks(vault.bobPad)
      var bytes = vault.files[path]
      let sealed = 256 + 16
      let (one, two) = (DamagedVault.sent * sealed, (DamagedVault.sent + 1) * sealed)
      let kept = Array(bytes[one..<one + sealed])
      bytes.replaceSubrange(one..<one + sealed, with: bytes[two..<two + sealed])
      bytes.replaceSubrange(two..<two + sealed, with: kept)
      try VaultFiles.put(bytes, in: path)
      let use = try vault.use()
      #expect(use.errors.isEmpty)
      let used = try vault.vault.contact("bob").pads[0].send.used
      #expect(used == (DamagedVault.sent + 3) * 256)
    }
  }

  @Test("The header, the contact book, or the list of forgotten pads, of another vault")
  func otherVault() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      for (file, error) in [
        ("gone", VaultError.listDamaged(path: vault.layout.gone)),
        ("contacts", .bookDamaged(path: vault.layout.contacts)),
        ("vault", .bookDamaged(path: vault.layout.contacts)),
      ] {
        try VaultFiles.put(
          try readFile("\(directory)/bob/\(file)"), in: "\(vault.directory)/\(file)")
        #expect(try vault.use().errors.contains(error))
        try vault.files.restore()
      }
    }
  }

  @Test("A damaged slot, or copy of the header, is written again")
  func repaired() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      for (path, places) in [
        (vault.layout.state(vault.bobPad), [0, PadState.slotBytes]),
        (vault.layout.contacts, [0, vault.environment.contactSlotBytes]),
        (vault.layout.header, [0, VaultHeader.pageBytes]),
      ] {
        for place in places {
          var bytes = vault.files[path]
          bytes[place] ^= 1
          try VaultFiles.put(bytes, in: path)
          #expect(try vault.use().errors.isEmpty)
          let after = try readFile(path)
          #expect(after[place] == vault.files[path][place])
          // The repaired half is as good as the other, and works without it.
          var other = after
          other[(places.first { $0 != place })!] ^= 1
          try VaultFiles.put(other, in: path)
          #expect(
            try TwoVaults.open(vault.directory, vault.environment).contact("bob").send.used > 0)
          try vault.files.restore()
        }
      }
    }
  }

  private func exchangeHalves(_ path: String, _ vault: DamagedVault) throws {
    let bytes = vault.files[path]
    let half = bytes.count / 2
    try VaultFiles.put(Array(bytes[half...] + bytes[..<half]), in: path)
  }

  private func exchange(_ one: String, _ other: String, _ vault: DamagedVault) throws {
    try VaultFiles.put(vault.files[other], in: one)
    try VaultFiles.put(vault.files[one], in: other)
  }
}
