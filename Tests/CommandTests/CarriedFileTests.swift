import Glibc
import Pad
import System
import TestSupport
import Testing

@Suite("The file of a carried pad")
struct CarriedFileTests {
  enum BadCopy: CaseIterable {
    case empty, magicOnly, headCut, half, oneShort, oneMore, twice
    /// As on a medium that was pulled out.
    case endUnwritten, digestUnwritten, nothingWritten

    func bytes(of whole: [UInt8]) -> [UInt8] {
      switch self {
      case .empty: []
      case .magicOnly: Array(whole.prefix(8))
      case .headCut: Array(whole.prefix(TwoEnds.materialOffset - 1))
      case .half: Array(whole.prefix(whole.count / 2))
      case .oneShort: Array(whole.dropLast())
      case .oneMore: whole + [0]
      case .twice: whole + whole
      case .endUnwritten: unwritten(whole, 4096)
      case .digestUnwritten: unwritten(whole, 32)
      case .nothingWritten: unwritten(whole, whole.count)
      }
    }

    private func unwritten(_ whole: [UInt8], _ count: Int) -> [UInt8] {
      Array(whole.dropLast(count)) + [UInt8](repeating: 0, count: count)
    }
  }

  @Test("It is taken in once: not again, not after forget, and not by its maker")
  func once() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try writeCopy(ends.carried, ends)
      let held = "error: this vault already has this pad, or had it before\n"
      for end in [ends.bob, ends.alice] {
        try expectRefused(ends.carried, end, ends, held)
        try end.succeed(["forget", end.peer, "--yes"])
        try expectRefused(ends.carried, end, ends, held)
      }
    }
  }

  @Test(
    "A copy that is cut, has an unwritten end, or is too long is refused and left alone",
    arguments: BadCopy.allCases)
  func badCopy(copy: BadCopy) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let carol = End(directory, "carol", peer: "alice")
      try carol.succeed(["init", "--no-passphrase"])
      let bytes = copy.bytes(of: ends.carried)
      try writeCopy(bytes, ends)
      try expectRefused(bytes, carol, ends, "error: ")
      try Disk().remove("\(directory)/copy")
      try writeCopy(ends.carried, ends)
      try carol.succeed(["pair", "alice", "--from", "\(directory)/copy"])
    }
  }

  @Test("A signal while it is written leaves neither file nor pad", arguments: [SIGINT, SIGTERM])
  func stopped(signal: Int32) throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      let before = try snapshot(alice.vault)
      let copy = "\(directory)/copy"
      try writeFile("\(directory)/0", [])
      let running = try alice.start(
        ["pair", "bob", "--carry", copy, "--size", "3G"], in: directory)
      try wait(for: "the first MiB") { try (Disk().attributes(at: copy)?.size ?? 0) >= 1 << 20 }
      running.send(signal)
      let outcome = try running.finish()
      #expect(outcome.status == 128 + Int(signal))
      #expect(outcome.errors.contains("Cancelled.\n"))
      try #expect(Disk().attributes(at: copy) == nil)
      try #expect(snapshot(alice.vault) == before)
    }
  }

  @Test("Once taken in, it is overwritten and removed, and the message says what that is worth")
  func wiped() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let carol = End(directory, "carol", peer: "alice")
      try carol.succeed(["init", "--no-passphrase"])
      try writeCopy(ends.carried, ends)
      let path = "\(directory)/copy"
      let file = try Disk().open(path, writable: false)
      let outcome = try carol.run(["pair", "alice", "--from", path])
      #expect(outcome.status == 0)
      let worth =
        file.overwritesInPlace
        ? "the carried file was overwritten and removed"
        : "the carried file was removed, but the USB stick or disk may keep its bytes: destroy it"
      #expect(outcome.errors.contains(worth), "\(outcome.errors)")
      try #expect(Disk().attributes(at: path) == nil)
      // The open descriptor still shows what the medium holds.
      var left = [UInt8](repeating: 1, count: ends.carried.count)
      var span = left.mutableSpan
      try file.read(into: &span, at: 0)
      #expect(left.allSatisfy { $0 == 0 })
    }
  }

  /// Expects a refusal that leaves the file as it is and adds no contact.
  private func expectRefused(
    _ bytes: [UInt8], _ end: End, _ ends: TwoEnds, _ error: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = "\(ends.directory)/copy"
    let before = try end.succeed(["contacts"])
    let outcome = try end.run(["pair", "somebody", "--from", path])
    #expect(outcome.status == 65, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(
      outcome.errors.contains(error) && outcome.errors.contains("\nhint: "), "\(outcome.errors)",
      sourceLocation: sourceLocation)
    let after = try end.succeed(["contacts"])
    let left = try readFile(path)
    #expect(left == bytes && after == before, sourceLocation: sourceLocation)
  }
}
