internal import System

/// The files under `Fixtures`, whatever the working directory is.
package enum Fixtures {
  /// The package's root directory.
  package static let root = directory(of: directory(of: directory(of: #filePath)))

  /// The path of a fixture: `Fixtures.path("Vectors/sha-256.txt")`.
  package static func path(_ name: String) -> String { "\(root)/Fixtures/\(name)" }

  /// The names in a folder of fixtures, sorted.
  package static func list(_ folder: String) throws -> [String] {
    try Disk().list(path(folder)).sorted()
  }

  package static func text(_ name: String) throws -> String {
    String(decoding: try readFile(path(name)), as: UTF8.self)
  }

  private static func directory(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}

/// All bytes of a regular file.
package func readFile(_ path: String) throws -> [UInt8] {
  let file = try Disk().open(path, writable: false)
  var bytes = [UInt8](repeating: 0, count: try file.attributes().size)
  var span = bytes.mutableSpan
  try file.read(into: &span, at: 0)
  return bytes
}

/// Makes a file, mode 0600, that must not exist yet.
package func writeFile(_ path: String, _ bytes: [UInt8]) throws {
  try Disk().create(path).write(bytes.span, at: 0)
}
