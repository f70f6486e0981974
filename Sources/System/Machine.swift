internal import Glibc

/// Facts about this machine and this process that the vault compares or checks.
package enum Machine {
  /// The effective user.
  package static let user: UInt32 = geteuid()

  /// The 32 hexadecimal digits of machine-id(5); nil if there is none.
  package static func id() -> [UInt8]? {
    guard let file = try? Disk().open("/etc/machine-id", writable: false) else { return nil }
    var digits = [UInt8](repeating: 0, count: 32)
    var span = digits.mutableSpan
    guard (try? file.read(into: &span, at: 0)) != nil else { return nil }
    return digits
  }

  /// An environment variable; an empty one counts as unset.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The path without links, dots and relative parts; nil if nothing is there.
  package static func realPath(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// Whether this process may write there.
  package static func canWrite(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }
}
