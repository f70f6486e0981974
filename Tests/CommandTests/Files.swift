import System
import TestSupport

/// Every file below a directory, by path.
func snapshot(_ directory: String) throws -> [String: [UInt8]] {
  let disk = Disk()
  var files: [String: [UInt8]] = [:]
  for name in try disk.list(directory) {
    let path = "\(directory)/\(name)"
    guard let found = try disk.attributes(at: path) else { continue }
    switch found.kind {
    case .directory: files.merge(try snapshot(path)) { $1 }
    case .regular: files[path] = try readFile(path)
    default: files[path] = []
    }
  }
  return files
}

/// Inverts one byte in every `step` of a file, starting with the first.
func damage(_ path: String, every step: Int) throws {
  let file = try Disk().open(path, writable: true)
  let bytes = try readFile(path)
  for offset in stride(from: 0, to: bytes.count, by: step) {
    try file.write([~bytes[offset]].span, at: offset)
  }
}

extension End {
  /// The directory of the only pad.
  func pad() throws -> String {
    let pads = try Disk().list("\(vault)/pads")
    return "\(vault)/pads/\(pads.first ?? "")"
  }
}

/// Writes the bytes of a carried pad to the file `copy`.
func writeCopy(_ bytes: [UInt8], _ ends: TwoEnds) throws {
  try writeFile("\(ends.directory)/copy", bytes)
}
