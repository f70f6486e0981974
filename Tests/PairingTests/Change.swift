import System

/// A change to a file on its way; negative offsets count from the end.
enum Change: Sendable {
  case none
  case cut
  case lengthened
  case altered(Int)

  func apply(from source: String, to copy: String) throws {
    var bytes = try Change.bytes(of: source)
    switch self {
    case .none: break
    case .cut: bytes.removeLast()
    case .lengthened: bytes.append(0)
    case .altered(let at): bytes[at < 0 ? bytes.count + at : at] ^= 1
    }
    try Disk().create(copy).write(bytes.span, at: 0)
  }

  static func bytes(of path: String) throws -> [UInt8] {
    let file = try Disk().open(path, writable: false)
    var bytes = [UInt8](repeating: 0, count: try file.attributes().size)
    var span = bytes.mutableSpan
    try file.read(into: &span, at: 0)
    return bytes
  }
}
