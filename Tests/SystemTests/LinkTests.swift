import Glibc
import System
import TestSupport
import Testing

@Suite("Links are never followed")
struct LinkTests {
  let disk = Disk()

  /// Calls `body` with a directory that has `file`, `folder`, and links to them and to nothing.
  private func withLinks(_ body: (String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/file", [1, 2, 3])
      try disk.createDirectory("\(directory)/folder")
      for name in ["file", "folder", "nothing"] {
        try #require(symlink(name, "\(directory)/link-to-\(name)") == 0)
      }
      try body(directory)
    }
  }

  @Test("Opening a link is refused", arguments: [true, false])
  func open(_ writable: Bool) throws {
    try withLinks { directory in
      let found = error { _ = try disk.open("\(directory)/link-to-file", writable: writable) }
      #expect(found?.code == SystemError.isLink)
    }
  }

  @Test("No file is made through a link", arguments: ["file", "folder", "nothing"])
  func create(_ name: String) throws {
    try withLinks { directory in
      let found = error { _ = try disk.create("\(directory)/link-to-\(name)") }
      #expect(found?.code == SystemError.exists)
      try #expect(disk.attributes(at: "\(directory)/nothing") == nil)
    }
  }

  @Test("A link's attributes are its own", arguments: ["file", "folder", "nothing"])
  func attributes(_ name: String) throws {
    try withLinks { directory in
      let found = try #require(try disk.attributes(at: "\(directory)/link-to-\(name)"))
      #expect(found.kind == .other)
    }
  }

  @Test("Removing a link leaves what it points to")
  func remove() throws {
    try withLinks { directory in
      try disk.remove("\(directory)/link-to-file")
      try #expect(readFile("\(directory)/file") == [1, 2, 3])
      #expect(error { try disk.removeDirectory("\(directory)/link-to-folder") }?.call == "rmdir")
    }
  }
}
