internal import System

/// A source as the person names it: `frames:DIR`, `frames:SRGGB10P,640x480:-`, `dice:-`,
/// `coins:FILE`, `extra:FILE`, `camera:`, `camera:/dev/video0`, `bits:FILE`, `hwrng:/dev/hwrng`,
/// `kernel`.
package enum SourceName: Equatable, Sendable {
  case frames(path: String, layout: RawLayout?)
  case dice(path: String)
  case coins(path: String)
  case extra(path: String)
  case camera(path: String)
  /// Raw noise of another device.
  case bits(path: String)
  /// A generator that conditions its own noise.
  case hwrng(path: String)
  case kernel

  package init(_ text: String) throws(EntropyError) {
    if text == "kernel" {
      self = .kernel
      return
    }
    guard let colon = text.firstIndex(of: ":") else { throw .badSpecification(text) }
    let rest = String(text[text.index(after: colon)...])
    if text[..<colon] == "camera" {
      self = .camera(path: rest.isEmpty ? "/dev/video0" : rest)
      return
    }
    guard !rest.isEmpty else { throw .badSpecification(text) }
    let path = SourceName.path(rest)
    switch text[..<colon] {
    case "frames": self = try SourceName.frames(rest)
    case "dice": self = .dice(path: path)
    case "coins": self = .coins(path: path)
    case "extra": self = .extra(path: path)
    case "bits": self = try SourceName.bits(path)
    case "hwrng": self = .hwrng(path: path)
    default: throw .badSpecification(text)
    }
  }

  /// Standard input gets one name.
  private static func path(_ text: String) -> String {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(text) ? "-" : text
  }

  /// What the kernel made is not raw, even if it began as noise.
  private static func bits(_ path: String) throws(EntropyError) -> SourceName {
    let made = ["/dev/random", "/dev/urandom", "/dev/hwrng"]
    if made.contains(Machine.realPath(path) ?? path) { throw .notRaw(path) }
    return .bits(path: path)
  }

  /// A layout has a comma before the first colon, and no slash.
  private static func frames(_ text: String) throws(EntropyError) -> SourceName {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].contains(","),
      !text[..<colon].contains("/")
    else { return .frames(path: path(text), layout: nil) }
    let rest = String(text[text.index(after: colon)...])
    guard !rest.isEmpty else { throw .badSpecification(text) }
    return .frames(path: path(rest), layout: try RawLayout(String(text[..<colon])))
  }

  /// The file, directory or device; nil for the kernel.
  var path: String? {
    switch self {
    case .frames(let path, _), .dice(let path), .coins(let path), .extra(let path),
      .camera(let path), .bits(let path), .hwrng(let path):
      path
    case .kernel: nil
    }
  }

  /// Whether the source is standard input; only one may be.
  package var isStandardInput: Bool {
    switch self {
    case .frames("-", _), .dice("-"), .coins("-"), .extra("-"), .bits("-"), .hwrng("-"): true
    default: false
    }
  }
}
