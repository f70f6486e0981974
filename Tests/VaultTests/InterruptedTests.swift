import Codec
import Glibc
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("What a stopped command or a failing disk leaves behind")
struct InterruptedTests {
  private let shape = PadShape(size: 8192, split: 50)!

  private func material() -> SecretBytes {
    SecretBytes(random: shape.materialBytes, from: KernelRandomness())
  }

  @Test("While a pad cannot be read, its contact keeps its name")
  func namesOfUnreadablePads() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.state(vault.bobPad)
      try VaultFiles.put(vault.files[path] + [0], in: path)
      #expect(throws: VaultError.nameTaken("bob")) {
        try vault.vault.rename("carol", to: "bob")
      }
      let bob = try vault.vault.contact("bob")
      #expect(bob.pads.isEmpty)
      #expect(bob.damage == .tooLong(path: path, bytes: 2 * PadState.slotBytes))
      #expect(try vault.vault.contact("carol").damage == nil)
      _ = try vault.vault.sendText("goes on", to: "carol")
      try vault.vault.rename("bob", to: "robert")
      try VaultFiles.put(vault.files[path], in: path)
      #expect(try vault.vault.contact("robert").pads.map(\.id) == [vault.bobPad])
    }
  }

  @Test("A pad's counter says that it is forgotten before any of it is erased")
  func tombstone() throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      // This stops the erasing halfway.
      let chunks = two.alice.layout.chunks(two.padID)
      try #require(chmod(chunks, 0o640) == 0)
      let unsafe = VaultError.unsafeFile(path: chunks, .openToOthers)
      #expect(throws: unsafe) { try two.alice.forget("bob") }
      #expect(CounterFile(of: two.padID, two.alice).generation == .max)
    }
  }

  @Test("Erasing covers no more than was made, and no file that has another name")
  func erasing() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let path = vault.layout.chunks(vault.bobPad)
      try #require(truncate(path, 1 << 40) == 0)
      try vault.vault.forget(vault.bobPad.hexadecimal)
      #expect(try Disk().attributes(at: path) == nil)

      let aborted = PadID([UInt8](repeating: 9, count: 16))
      try Disk().createDirectory(vault.layout.pad(aborted))
      let foreign = directory + "/foreign"
      try writeFile(foreign, [1, 2, 3])
      try #require(chmod(foreign, 0o600) == 0)
      try #require(link(foreign, vault.layout.newState(aborted)) == 0)
      _ = try TwoVaults.open(vault.directory, vault.environment)
      #expect(try readFile(foreign) == [1, 2, 3])
      try Disk().remove(foreign)
      _ = try TwoVaults.open(vault.directory, vault.environment)
      #expect(try Disk().attributes(at: vault.layout.pad(aborted)) == nil)
    }
  }

  /// Cuts a send short after `steps` steps; returns whether its packet can have been released.
  private func cutShort(
    _ two: TwoVaults, after steps: Int, _ fate: DyingStorage.Fate
  ) throws -> Bool {
    func used() throws -> Int { try two.alice.contact("bob").pads[0].send.used }
    let before = try used()
    var environment = TwoVaults.environment(two.directory + "/alice.state")
    environment.storage = DyingStorage(after: steps, fate: fate)
    _ = try? TwoVaults.open(two.directory + "/alice", environment)
      .sendText("never released", to: "bob")
    let generations = try two.alice.stateGenerations(of: two.padID)
    return try generations[0] == generations[1] && used() > before
  }

  @Test(
    "Messages that were cut short, even two in a row, count as sent only if both slots say so",
    arguments: [DyingStorage.Fate.lost, .kept])
  func cutShortTwice(_ fate: DyingStorage.Fate) throws {
    for first in 0..<8 {
      for second in 0..<8 {
        try withQuickDirectory { directory in
          let two = try TwoVaults(in: directory)
          let mayBeSent = [
            try cutShort(two, after: first, fate), try cutShort(two, after: second, .kept),
          ]
          let sent = mayBeSent.filter(\.self).count
          _ = try two.bob.receiveText(two.alice.sendText("released", to: "bob"))
          #expect(try two.bob.contact("alice").missing == sent)
        }
      }
    }
  }

  @Test("A vault whose header is missing is not replaced by a new one")
  func headerMissing() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      let header = vault.layout.header
      try Disk().remove(header)
      let missing = VaultError.headerMissing(path: header)
      #expect(throws: missing) { try TwoVaults.open(vault.directory, vault.environment) }
      #expect(throws: missing) {
        try TwoVaults.vault(vault.directory, KernelRandomness())
      }
    }
  }

  @Test(
    "A copy that cannot be read does not hide the other one",
    arguments: 0..<3, [EIO, ENODATA, EILSEQ])
  func unreadableCopy(_ lost: Int, code: Int32) throws {
    let each = 4096
    let read = { (count: Int, offset: Int) throws(SystemError) -> [UInt8] in
      let isLost = lost < 2 && offset <= lost * each && lost * each < offset + count
      if isLost { throw SystemError("read", "state", code: code) }
      return [UInt8](repeating: 7, count: count)
    }
    let copies = try VaultFile.readCopies(of: each, read)
    for copy in 0..<2 {
      let expected: UInt8 = copy == lost ? 0 : 7
      #expect(copies[copy * each..<(copy + 1) * each].allSatisfy { $0 == expected })
    }
    #expect(throws: SystemError.self) {
      try VaultFile.readCopies(of: each) { _, _ throws(SystemError) in
        throw SystemError("read", "state", code: EACCES)
      }
    }
  }

  @Test("The doctor finds what the next command would")
  func conditions() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      func kind() throws -> PadCondition.Kind? {
        try vault.vault.conditions().first { $0.id == vault.bobPad }?.kind
      }
      func change(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = vault.files[path]
        change(&bytes)
        try VaultFiles.put(bytes, in: path)
      }
      #expect(try kind() == .working && vault.vault.damagesOfLists() == [])
      let (state, chunks) = (vault.layout.state(vault.bobPad), vault.layout.chunks(vault.bobPad))
      for slot in [0, 1] {
        try change(state) { $0[slot * PadState.slotBytes + 60] ^= 1 }
        #expect(try kind() == .halfDamaged)
      }
      try vault.files.restore()
      try change(chunks) { $0.removeLast() }
      #expect(try kind() == .damaged(.padDamaged(contact: "bob", path: chunks)))
      try change(chunks) { $0.append(0) }
      #expect(try kind() == .damaged(.tooLong(path: chunks, bytes: vault.files[chunks].count)))
      try vault.files.restore()
      try change(vault.layout.gone) { $0[3] ^= 1 }
      #expect(vault.vault.damagesOfLists() == [.listDamaged(path: vault.layout.gone)])
      try vault.files.restore()
      try CounterFile(of: vault.bobPad, vault.vault).write(1 << 40)
      #expect(try kind() == .closed(.vaultIsOlder))
      let reader = try TwoVaults.open(vault.directory, vault.environment, for: .reading)
      let before = try VaultFiles([vault.directory])
      let summary = try reader.contact("bob").pads[0]
      #expect(summary.closure == .vaultIsOlder && !summary.canSend)
      #expect(try VaultFiles([vault.directory]) == before, "a reader closes nothing durably")
    }
  }
}
