internal import Pad

/// The parts of a file that the slower tests examine: its beginning, its end and, if its size is
/// known from the start, its middle. They may overlap.
struct FileWindows: ~Copyable {
  static let length = 1_000_000

  /// The beginning, the middle, and the latest bytes in a ring.
  private var kept = SecretBytes(count: 3 * length)
  private var count = 0
  /// Where the middle one begins; nil if that is not known, or if the file fits into one.
  private let middle: Int?

  init(size: Int?) {
    middle = size.flatMap { $0 > FileWindows.length ? ($0 - FileWindows.length) / 2 : nil }
  }

  mutating func add(_ bytes: Span<UInt8>) {
    let length = FileWindows.length
    keep(bytes, of: 0..<length, at: 0)
    if let middle { keep(bytes, of: middle..<middle + length, at: length) }
    var done = 0
    while done < bytes.count {
      let place = (count + done) % length
      let part = bytes.extracting(done..<min(bytes.count, done + length - place))
      kept.withMutableBytes { $0.copy(part, at: 2 * length + place) }
      done += part.count
    }
    count += bytes.count
  }

  /// Keeps those of the next bytes that are in this range of the file.
  private mutating func keep(_ bytes: Span<UInt8>, of range: Range<Int>, at place: Int) {
    let wanted = range.clamped(to: count..<count + bytes.count)
    if wanted.isEmpty { return }
    let part = bytes.extracting(wanted.lowerBound - count..<wanted.upperBound - count)
    kept.withMutableBytes { $0.copy(part, at: place + wanted.lowerBound - range.lowerBound) }
  }

  /// Calls `body` for the first, the middle and the last `size` bytes, or once for all.
  func forEach(_ size: Int, _ body: (_ place: String, _ bytes: Span<UInt8>) -> Void) {
    let length = FileWindows.length
    kept.withBytes { body("", $0.extracting(0..<min(size, count))) }
    if count <= size { return }
    // A file that became shorter has no middle.
    if count <= length || middle.map({ count >= $0 + length }) == true {
      let start = count <= length ? (count - size) / 2 : length + (length - size) / 2
      kept.withBytes { body("in the middle", $0.extracting(start..<start + size)) }
    }
    var end = SecretBytes(count: size)
    end.withMutableBytes { end in
      kept.withBytes { kept in
        for index in end.indices { end[index] = kept[2 * length + (count - size + index) % length] }
      }
    }
    end.withBytes { body("at the end", $0) }
  }
}
