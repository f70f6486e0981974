import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A state that is sealed as it should be, and says what cannot be")
struct HostileStateTests {
  /// A change to an encoded state. The fields stand where `PadState+Coding.swift` says.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout [UInt8]) -> Void

    /// Bytes that stand at an offset instead.
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
  private static let counts = 1230
  private static let ranges = 1236

  /// The first range, the packets and the nodes of the state in `DamagedVault`: two ranges, two
  /// packets read, and what is left of the tree.
  private static func nodes(_ state: [UInt8]) -> Int { ranges + 2 * 8 + 2 * 16 }

  static let fields = [
    Change("a version that never was", at: 0, [0, 0]),
    Change("a role that is none", at: 2, [2]),
    Change("chunks of another size", at: 3, [0, 255]),
    Change("no chunks in a lane", at: 5, [0, 0, 0, 0]),
    Change("lanes of 4294967295 chunks", at: 5, most),
    Change("a lane of 4294967295 chunks", at: 9, [0xff, 0xff, 0xff, 0xff]),
    Change("the last place in the order", at: 77, [0xff, 0xff, 0xff, 0xff]),
    Change("half a confirmation", at: 81, [2]),
    Change("a closure that is none", at: 82, [4]),
    Change("a transfer that is none", at: 83, [0]),
    Change("next to send beyond the lane", at: 84, [0, 0, 0, 17]),
    Change("next to send far beyond the lane", at: 84, [0xff, 0xff, 0xff, 0xff]),
    Change("next to send before what is spent", at: 84, [0, 0, 0, 0]),
    Change("previous end beyond next to send", at: 88, [0, 0, 0, 4]),
    Change("more messages than chunks", at: 92, [0xff, 0xff, 0xff, 0xff]),
    Change("more read than chunks", at: 96, [0xff, 0xff, 0xff, 0xff]),
    Change("more known than chunks", at: 100, [0xff, 0xff, 0xff, 0xff]),
    Change("a binding of unknown flags", at: 104, [0xff]),
    Change("an absent machine with an id", at: 104, [2]),
    Change("a name of 255 bytes", at: 141, [255]),
    Change("no name", at: 141, [0]),
    Change("a name that is no UTF-8", at: 142, [0xff]),
    Change("a name with a slash", at: 142, [0x2f]),
    Change("something behind the name", at: 200, [1]),
    Change("a provenance of nothing", at: 206, [0]),
    Change("a provenance that is no UTF-8", at: 206, [0xff]),
    Change("a provenance that a terminal obeys", at: 206, [0x1b]),
    Change("a provenance that goes on behind its end", at: 1229, [65]),
  ]

  static let lists = [
    Change("65535 ranges", at: counts, [0xff, 0xff]),
    Change("65535 packets", at: counts + 2, [0xff, 0xff]),
    Change("65535 nodes", at: counts + 4, [0xff, 0xff]),
    Change("65535 of everything", at: counts, Array(most.prefix(6))),
    Change("nothing of anything", at: counts, [0, 0, 0, 0, 0, 0]),
    Change("nothing of anything, and nothing behind") { state in
      state = Array(state.prefix(counts)) + [UInt8](repeating: 0, count: 6)
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
      let numbers: [UInt8] = UInt16(8000).bigEndianBytes + [0, 0, 0, 0]
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
    Change("a byte more") { $0.append(0) },
    Change("a byte less") { $0.removeLast() },
    Change("a byte") { $0 = [0] },
    Change("nothing") { $0 = [] },
  ]

  @Test("is damage of this pad, and of no other")
  func refused() throws {
    try forEachChange(slots: [0, 1]) { change, vault, use in
      let path = vault.layout.state(vault.bobPad)
      #expect(use.works.contains("send to carol"), "\(change)")
      let all = Array(repeating: VaultError.padDamaged(contact: nil, path: path), count: 2)
      #expect(use.errors == all, "\(change)")
    }
  }

  @Test("is put right where the other slot is whole")
  func oneSlot() throws {
    try forEachChange(slots: [1]) { change, _, use in #expect(use.errors.isEmpty, "\(change)") }
  }

  private func forEachChange(
    slots: [Int], _ expect: (Change, DamagedVault, DamagedVault.Use) throws -> Void
  ) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      for change in HostileStateTests.fields + HostileStateTests.lists {
        try reseal(vault, slots: slots, change.apply)
        try expect(change, vault, vault.use())
        try vault.files.restore()
      }
    }
  }

  @Test("has chunks of a larger size than its file holds")
  func tooShort() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try reseal(vault, slots: [0, 1]) { $0.replaceSubrange(3..<5, with: [16, 0]) }
      let path = vault.layout.chunks(vault.bobPad)
      #expect(try vault.use().errors.first == .padDamaged(contact: "bob", path: path))
    }
  }

  @Test("has a generation that has no next one", arguments: [0, 1 << 62, UInt64.max])
  func generation(_ generation: UInt64) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try reseal(vault, slots: [0, 1], generation: generation) { _ in }
      let path = vault.layout.state(vault.bobPad)
      let use = try vault.use()
      #expect(use.errors.first == .padDamaged(contact: nil, path: path))
    }
  }

  @Test("is of a newer version: nothing is touched", arguments: [[0], [1], [0, 1]])
  func newer(_ slots: [Int]) throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try reseal(vault, slots: slots) { $0 = [0, 2] + Array("whatever a newer one says".utf8) }
      let path = vault.layout.state(vault.bobPad)
      let before = try readFile(path)
      let use = try vault.use()
      #expect(use.errors.allSatisfy { $0 == .newerVersion(path: path) })
      // Who only looks opens slot 1 where its head says that it is newer than slot 0.
      #expect(use.works.isDisjoint(with: ["send to bob", "read from bob"]))
      #expect(try readFile(path) == before)
    }
  }

  @Test("is resealed as it was: the control")
  func control() throws {
    try withQuickDirectory { directory in
      let vault = try DamagedVault(in: directory)
      try reseal(vault, slots: [0, 1]) { _ in }
      let use = try vault.use()
      #expect(use.errors.isEmpty)
    }
  }

  /// Seals a changed state with the vault's own key, where bob's stood.
  private func reseal(
    _ vault: DamagedVault, slots: [Int], generation: UInt64? = nil,
    _ change: (inout [UInt8]) -> Void
  ) throws {
    let path = vault.layout.state(vault.bobPad)
    var file = try readFile(path)
    var state = try vault.vault.withState(of: vault.bobPad) { state in
      state.encoded().withBytes { $0.publicCopy }
    }
    change(&state)
    var offset = 8
    let current = file.span.load(UInt64.self, at: &offset)
    for slot in slots {
      let page = StateSlot.seal(
        SecretBytes(copying: state.span), generation: generation ?? current, slot: slot,
        id: vault.bobPad, covering: StateSlot.byteCount, rootKey: vault.vault.rootKey,
        randomness: KernelRandomness())
      let start = slot * StateSlot.byteCount
      file.replaceSubrange(start..<start + StateSlot.byteCount, with: page)
    }
    try VaultFiles.put(file, in: path)
  }
}
