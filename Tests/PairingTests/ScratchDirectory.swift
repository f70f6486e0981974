import Glibc
import System

/// Runs `body` with a directory of its own, and removes what it leaves there.
func withScratchDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  var template = Array("/tmp/pairing-test-XXXXXX".utf8CString)
  precondition(mkdtemp(&template) != nil)
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { removeTree(path) }
  return try await body(path)
}

private func removeTree(_ path: String) {
  let disk = Disk()
  for name in (try? disk.list(path)) ?? [] {
    let inner = path + "/" + name
    let isDirectory = (try? disk.attributes(at: inner))??.kind == .directory
    if isDirectory { removeTree(inner) } else { try? disk.remove(inner) }
  }
  try? disk.removeDirectory(path)
}
