import System
import TestSupport
import Testing

@Suite("Files on a disk")
struct DiskTests {
  let disk = Disk()

  @Test("A new file and a new directory are the owner's alone")
  func permissions() throws {
    try withTemporaryDirectory { directory in
      _ = try disk.create("\(directory)/file")
      try disk.createDirectory("\(directory)/folder")
      let file = try #require(try disk.attributes(at: "\(directory)/file"))
      let folder = try #require(try disk.attributes(at: "\(directory)/folder"))
      #expect((file.kind, file.permissions, file.size, file.links) == (.regular, 0o600, 0, 1))
      #expect((folder.kind, folder.permissions) == (.directory, 0o700))
      try #expect(disk.list(directory) == ["file", "folder"])
    }
  }

  @Test("An existing file or directory is never made again")
  func exclusive() throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/it"
      _ = try disk.create(path)
      #expect(error { _ = try disk.create(path) }?.code == SystemError.exists)
      #expect(error { try disk.createDirectory(path) }?.code == SystemError.exists)
    }
  }

  @Test("Written bytes are read back, here and via another opening", arguments: [1, 4096, 1 << 20])
  func contents(_ count: Int) throws {
    try withTemporaryDirectory { directory in
      let bytes = Seeded(seed: 3).bytes(count)
      let file = try disk.create("\(directory)/file")
      try file.write(bytes.span, at: 0)
      try file.write([0xaa].span, at: count)
      try file.sync()
      try #expect(readFile("\(directory)/file") == bytes + [0xaa])
      try #expect(file.attributes().size == count + 1)
    }
  }

  @Test("Reading past the end is an error, not a short answer")
  func pastTheEnd() throws {
    try withTemporaryDirectory { directory in
      let file = try disk.create("\(directory)/file")
      try file.write([1, 2, 3].span, at: 0)
      var bytes = [UInt8](repeating: 0, count: 4)
      let found = error {
        var span = bytes.mutableSpan
        try file.read(into: &span, at: 0)
      }
      #expect(found?.call == "read")
    }
  }

  @Test("Reading past the cache finds what was written and synced", arguments: TestPlace.allCases)
  func pastTheCache(_ place: TestPlace) throws {
    try withTemporaryDirectory(in: place.path) { directory in
      let bytes = Seeded(seed: 4).bytes(16 << 10)
      let file = try disk.create("\(directory)/file")
      try file.write(bytes.span, at: 0)
      try file.syncData()
      try #expect(file.readPastCache(count: 16 << 10, at: 0) == bytes)
      try #expect(file.readPastCache(count: 4096, at: 4096) == Array(bytes[4096..<8192]))
    }
  }

  @Test("A file opened for reading cannot be written")
  func readOnly() throws {
    try withTemporaryDirectory { directory in
      _ = try disk.create("\(directory)/file")
      let file = try disk.open("\(directory)/file", writable: false)
      #expect(error { try file.write([1].span, at: 0) }?.call == "write")
    }
  }

  @Test("An absent file is reported as absent")
  func absent() throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/nothing"
      try #expect(disk.attributes(at: path) == nil)
      #expect(error { _ = try disk.open(path, writable: true) }?.code == SystemError.notFound)
      #expect(error { try disk.remove(path) }?.code == SystemError.notFound)
      #expect(error { _ = try disk.list(path) }?.code == SystemError.notFound)
    }
  }

  @Test("A removed file is gone, and a full directory stays")
  func removing() throws {
    try withTemporaryDirectory { directory in
      try disk.createDirectory("\(directory)/folder")
      _ = try disk.create("\(directory)/folder/file")
      #expect(error { try disk.removeDirectory("\(directory)/folder") }?.call == "rmdir")
      try disk.remove("\(directory)/folder/file")
      try disk.syncDirectory("\(directory)/folder")
      try disk.removeDirectory("\(directory)/folder")
      try #expect(disk.list(directory) == [])
    }
  }

  @Test("Two names of one file are the same file, two files are not")
  func identity() throws {
    try withTemporaryDirectory { directory in
      let first = try disk.create("\(directory)/first")
      let second = try disk.create("\(directory)/second")
      let named = try #require(try disk.attributes(at: "\(directory)/first"))
      try #expect(first.attributes().isSameFile(as: named))
      try #expect(!second.attributes().isSameFile(as: named))
    }
  }

  @Test("There is room on the disk that these tests run on")
  func freeBytes() {
    #expect(disk.freeBytes(at: "/") > 0)
    #expect(disk.freeBytes(at: "/nowhere/at/all") == .max)
  }
}

/// The `SystemError` that `body` throws; nil if it throws none.
func error(_ body: () throws -> Void) -> SystemError? {
  do {
    try body()
    return nil
  } catch let error as SystemError {
    return error
  } catch {
    Issue.record(error)
    return nil
  }
}
