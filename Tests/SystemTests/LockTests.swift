import System
import TestSupport
import Testing

@Suite("Locks belong to one opening of a file")
struct LockTests {
  let disk = Disk()

  private func withTwoOpenings(
    _ body: (any StoredFile, any StoredFile) throws -> Void
  ) throws {
    try withTemporaryDirectory { directory in
      let first = try disk.create("\(directory)/file")
      try body(first, try disk.open("\(directory)/file", writable: true))
    }
  }

  @Test(
    "Two openings in one process share or exclude each other",
    arguments: [
      (LockKind.exclusive, LockKind.exclusive, false), (.exclusive, .shared, false),
      (.shared, .exclusive, false), (.shared, .shared, true), (.number(7), .number(7), false),
      (.number(7), .number(8), true), (.number(7), .exclusive, true),
      (.exclusive, .number(0), true),
      (.number(.max), .shared, true), (.number(.max), .number(.max), false),
    ])
  func conflict(_ held: LockKind, _ wanted: LockKind, _ granted: Bool) throws {
    try withTwoOpenings { first, second in
      try #expect(first.tryLock(held))
      try #expect(second.tryLock(wanted) == granted)
    }
  }

  @Test("A lock can be changed by its holder")
  func upgrade() throws {
    try withTwoOpenings { first, second in
      try #expect(first.tryLock(.shared))
      try #expect(first.tryLock(.exclusive))
      try #expect(!second.tryLock(.shared))
      try #expect(first.tryLock(.shared))
      try #expect(second.tryLock(.shared))
    }
  }

  @Test("Dropping an opening drops its lock and no other's")
  func dropping() throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/file"
      var first: (any StoredFile)? = try disk.create(path)
      try #expect(first?.tryLock(.exclusive) == true)
      _ = try disk.open(path, writable: true).attributes()
      let second = try disk.open(path, writable: true)
      try #expect(!second.tryLock(.exclusive))
      first = nil
      try #expect(second.tryLock(.exclusive))
    }
  }
}
