import Glibc
import Pad
import System
import TestSupport

@testable import Vault

/// Every file below some directories, to be restored in place: the same inode, with the bytes and
/// the length that it had.
struct VaultFiles: Equatable {
  private let directories: [String]
  private let bytes: [String: [UInt8]]

  init(_ directories: [String]) throws {
    self.directories = directories
    var bytes: [String: [UInt8]] = [:]
    for directory in directories {
      for path in try VaultFiles.list(directory) { bytes[path] = try readFile(path) }
    }
    self.bytes = bytes
  }

  subscript(path: String) -> [UInt8] { bytes[path]! }

  /// Undoes later writes, and removes files made since.
  func restore() throws {
    for directory in directories {
      for path in try VaultFiles.list(directory) where bytes[path] == nil {
        try Disk().remove(path)
      }
    }
    for (path, bytes) in bytes { try VaultFiles.put(bytes, in: path) }
  }

  /// Gives a file other contents, in place.
  static func put(_ bytes: [UInt8], in path: String) throws {
    guard truncate(path, bytes.count) == 0 else { throw SystemError("truncate", path, code: errno) }
    try Disk().open(path, writable: true).write(bytes.span, at: 0)
  }

  private static func list(_ directory: String) throws -> [String] {
    try Disk().list(directory).flatMap { name in
      let path = "\(directory)/\(name)"
      return try Disk().attributes(at: path)?.kind == .directory ? list(path) : [path]
    }
  }
}

/// Uses a directory in memory if there is one: these tests do not need thousands of real syncs.
func withQuickDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
  let memory = "/dev/shm"
  let isThere = access(memory, W_OK) == 0
  return try withTemporaryDirectory(in: isThere ? memory : nil, body)
}
