import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A correctly sealed state with impossible contents")
struct HostileStateTests {
  /// A change to an encoded state. Offsets are those of vernam-vault(5).
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout [UInt8]) -> Void

    /// Replaces the bytes at an offset.
    init(_ about: String, at offset: Int, _ bytes: [UInt8]) {
      testDescription = about
      apply = { $0.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    }

    init(_ about: String, _ apply: @escaping @Sendable (inout [UInt8]) -> Void) {
      testDescription = about
      self.apply = apply
    }
  }

  private static let most = [UInt8](repeating: 0xff, count: 8)
  private static let identity = 127
  private static let provenance = 156
  private static let counts = 1180
  private static let ranges = counts + 8

  /// The nodes of the state in `DamagedVault` come after two ranges and two packets.
  private static func nodes(_ state: [UInt8]) -> Int { ranges + 2 * 8 + 2 * 16 }
  /// Its two ranges of message numbers come last.
  private static func numbers(_ state: [UInt8]) -> Int { state.count - 2 * 8 }

  static let fields = [
    Change("a version that never was", at: 0, [0, 0]),
    Change("a role that is none", at: 2, [2]),
    Change("chunks of another size", at: 3, [0, 255]),
    Change("no chunks in a lane", at: 5, [0, 0, 0, 0]),
    Change("lanes of 4294967295 chunks", at: 5, most),
    Change("a lane of 4294967295 chunks", at: 9, [0xff, 0xff, 0xff, 0xff]),
    Change("a flag that is none", at: 101, [0x80]),
    Change("a transfer that is none", at: 102, [0]),
    Change("next to send beyond the lane", at: 103, [0, 0, 0, 17]),
    Change("next to send far beyond the lane", at: 103, [0xff, 0xff, 0xff, 0xff]),
    Change("next to send before what is spent", at: 103, [0, 0, 0, 0]),
    Change("previous end beyond next to send", at: 107, [0, 0, 0, 4]),
    Change("more messages than chunks", at: 111, [0xff, 0xff, 0xff, 0xff]),
    Change("more known than chunks", at: 115, [0xff, 0xff, 0xff, 0xff]),
    Change("fewer known than were read", at: 115, [0, 0, 0, 2]),
    Change("a generation of the book that has no next one", at: 119, [0x40, 0, 0, 0, 0, 0, 0, 0]),
    Change("a file identity of unknown flags", at: identity, [0xff]),
    Change("an absent birth time that is one") { state in
      state[identity] &= ~1
      state[identity + 16] = 1
    },
    Change("an absent subvolume that is one") { state in
      state[identity] &= ~2
      state[identity + 28] = 1
    },
    Change("a provenance of nothing", at: provenance, [0]),
    Change("a provenance that is no UTF-8", at: provenance, [0xff]),
    Change("a provenance that a terminal obeys", at: provenance, [0x1b]),
    Change("a provenance that goes on behind its end", at: counts - 1, [65]),
  ]

  static let lists = [
    Change("65535 ranges", at: counts, [0xff, 0xff]),
    Change("65535 packets", at: counts + 2, [0xff, 0xff]),
    Change("65535 nodes", at: counts + 4, [0xff, 0xff]),
    Change("65535 ranges of numbers", at: counts + 6, [0xff, 0xff]),
    Change("65535 of everything", at: counts, most),
    Change("nothing of anything", at: counts, [0, 0, 0, 0, 0, 0, 0, 0]),
    Change("nothing of anything, and nothing behind") { state in
      state = Array(state.prefix(counts)) + [UInt8](repeating: 0, count: 8)
    },
    Change("a range that is empty", at: ranges, [0, 0, 0, 0, 0, 0, 0, 0]),
    Change("a range that is turned round", at: ranges, [0, 0, 0, 9, 0, 0, 0, 1]),
    Change("ranges that touch", at: ranges, [0, 0, 0, 0, 0, 0, 0, 2]),
    Change("a range beyond the lane", at: ranges + 8, [0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff]),
    Change("ranges that are not sorted") { state in
      let (one, two) = (Array(state[ranges..<ranges + 8]), Array(state[ranges + 8..<ranges + 16]))
      state.replaceSubrange(ranges..<ranges + 16, with: two + one)
    },
    Change("8000 ranges of one chunk") { state in
      let many = (0..<UInt32(16000)).flatMap(\.bigEndianBytes)
      let numbers: [UInt8] = UInt16(8000).bigEndianBytes + [0, 0, 0, 0, 0, 0]
      state = Array(state.prefix(counts)) + numbers + many
    },
    Change("a packet that was read of nothing", at: ranges + 16, [0, 0, 0, 1, 0, 0, 0, 1]),
    Change("a packet that was read beyond the lane", at: ranges + 16, most),
    Change("a node below the leaves") { $0[nodes($0)] = 255 },
    Change("a node one below the leaves") { $0[nodes($0)] = 6 },
    Change("a node of an index beyond every number") { state in
      state.replaceSubrange(nodes(state) + 1..<nodes(state) + 9, with: most)
    },
    Change("a node of an index beyond its level") { $0[nodes($0) + 8] = 0x20 },
    Change("the root besides its children") { state in
      state.replaceSubrange(nodes(state)..<nodes(state) + 9, with: [UInt8](repeating: 0, count: 9))
    },
    Change("the same node twice") { state in
      let first = Array(state[nodes(state)..<nodes(state) + 41])
      state.replaceSubrange(nodes(state) + 41..<nodes(state) + 82, with: first)
    },
    Change("nodes that are not sorted") { state in
      let start = nodes(state)
      let (one, two) = (Array(state[start..<start + 41]), Array(state[start + 41..<start + 82]))
      state.replaceSubrange(start..<start + 82, with: two + one)
    },
    Change("a message without a number") { state in
      let start = numbers(state)
      state.replaceSubrange(start..<start + 8, with: [0, 0, 0, 0, 0, 0, 0, 1])
    },
    Change("a number beyond the last one known") { $0[$0.count - 1] = 5 },
    Change("a number beyond every lane") { state in
      state.replaceSubrange(state.count - 4..<state.count, with: [0xff, 0xff, 0xff, 0xff])
    },
    Change("numbers that touch") { $0[numbers($0) + 7] = 3 },
    Change("a byte more") { $0.append(0) },
    Change("a byte less") { $0.removeLast() },
    Change("a byte") { $0 = [0] },
    Change("nothing") { $0 = [] },
  ]

  @Test("counts as damage to this pad, and to no other")
  func refused() throws {
    try forEachChange(slots: [0, 1]) { change, vault, use in
      let path = vault.layout.state(vault.bobPad)
      #expect(use.works.contains("send to carol"), "\(change)")
      let all = Array(repeating: VaultError.padDamaged(contact: "bob", path: path), count: 2)
      #expect(use.errors == all, "\(change)")
    }
  }

  @Test("is repaired if the other slot is whole")
  func oneSlot() throws {
    try forEachChange(slots: [1]) { change, _, use in #expect(use.errors.isEmpty, "\(change)") }
  }

  private func forEachChange(
    slots: [Int], _ expect: (Change, DamagedVault, DamagedVault.Use) throws -> Void
  ) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      for change in HostileStateTests.fields + HostileStateTests.lists {
        try vault.vault.changeState(of: vault.bobPad, slots: slots, change.apply)
        try expect(change, vault, vault.use())
        try vault.files.restore()
      }
    }
  }

  @Test("counts as damage if it claims larger chunks than its file holds")
  func tooShort() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try vault.vault.changeState(of: vault.bobPad) { $0.replaceSubrange(3..<5, with: [16, 0]) }
      let path = vault.layout.chunks(vault.bobPad)
      #expect(try vault.use().errors.first == .padDamaged(contact: "bob", path: path))
    }
  }

  @Test("counts as damage if its generation is out of range", arguments: [0, 1 << 62, UInt64.max])
  func generation(_ generation: UInt64) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try vault.vault.changeState(of: vault.bobPad, generation: generation) { _ in }
      let path = vault.layout.state(vault.bobPad)
      let use = try vault.use()
      #expect(use.errors.first == .padDamaged(contact: "bob", path: path))
    }
  }

  @Test("is left alone if it is of a newer version", arguments: [[0], [1], [0, 1]])
  func newer(_ slots: [Int]) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try vault.vault.changeState(of: vault.bobPad, slots: slots) {
        $0 = [0, 2] + Array("whatever a newer one says".utf8)
      }
      let path = vault.layout.state(vault.bobPad)
      let before = try readFile(path)
      let use = try vault.use()
      #expect(use.errors.allSatisfy { $0 == .newerVersion(path: path) })
      #expect(use.works.isDisjoint(with: ["send to bob", "read from bob"]))
      #expect(try readFile(path) == before)
    }
  }

  @Test("works if it is resealed unchanged: the control")
  func control() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try vault.vault.changeState(of: vault.bobPad) { _ in }
      let use = try vault.use()
      #expect(use.errors.isEmpty)
    }
  }
}
