internal import Glibc
internal import System

/// Moments as people write them, in this computer's time zone.
enum LocalTime {
  /// Such as "2026-11-25 19:04".
  static func text(_ moment: FileAttributes.Birth) -> String {
    var seconds = time_t(moment.seconds)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
