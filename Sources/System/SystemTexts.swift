internal import Glibc

/// The small files in which the kernel and the system describe themselves; injected so that a test
/// can simulate another machine.
package protocol SystemTexts: Sendable {
  /// A file's text; nil if it cannot be read.
  func text(_ path: String) -> String?
  /// The names in a directory; none if it cannot be read.
  func names(_ path: String) -> [String]
}

/// This machine's /proc, /sys and /etc.
package struct KernelTexts: SystemTexts {
  private static let limit = 1 << 20

  package init() {}

  package func text(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let stream = Stream(descriptor: descriptor, name: path)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < KernelTexts.limit {
      var span = piece.mutableSpan
      guard let got = try? stream.read(into: &span, from: 0) else { return nil }
      if got == 0 { break }
      bytes += piece.prefix(got)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package func names(_ path: String) -> [String] { ((try? Disk().list(path)) ?? []).sorted() }
}
