internal import Glibc
internal import System

/// Calls `body` with the path of a fresh directory, mode 0700, in `parent`, by default `$TMPDIR` or
/// `/tmp`. Afterwards, even if `body` throws, the directory is removed with everything in it.
package func withTemporaryDirectory<Result>(
  in parent: String? = nil, _ body: (String) throws -> Result
) throws -> Result {
  let path = try makeTemporaryDirectory(in: parent)
  defer { removeTree(path) }
  return try body(path)
}

/// The same for an asynchronous body.
package func withTemporaryDirectory<Result>(
  in parent: String? = nil, isolation: isolated (any Actor)? = #isolation,
  _ body: (String) async throws -> Result
) async throws -> Result {
  let path = try makeTemporaryDirectory(in: parent)
  defer { removeTree(path) }
  return try await body(path)
}

private func makeTemporaryDirectory(in parent: String?) throws -> String {
  let base = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(base)/vernam-test-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", base, code: errno) }
  return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Removes a file or a directory with everything in it; follows no links.
package func removeTree(_ path: String) {
  let disk = Disk()
  guard let found = try? disk.attributes(at: path) else { return }
  guard found.kind == .directory else {
    try? disk.remove(path)
    return
  }
  for name in (try? disk.list(path)) ?? [] { removeTree("\(path)/\(name)") }
  try? disk.removeDirectory(path)
}
