internal import Pad
internal import System

/// One input, read from beginning to end through a buffer of secret memory. While there is nothing
/// to read, it checks whether the person wants to stop.
final class InputBytes {
  let name: String
  private let stream: Stream
  /// Keeps the descriptor open.
  private let file: InputFile?
  private let isStopped: @Sendable () -> Bool
  private var buffer = SecretBytes(count: 1 << 16)
  private var filled = 0
  private var used = 0

  /// A file, or standard input if `path` is `-`.
  init(_ path: String, isStopped: @escaping @Sendable () -> Bool) throws(EntropyError) {
    do {
      file = path == "-" ? nil : try InputFile(path)
    } catch { throw .system(error) }
    stream = file?.stream ?? .input
    name = path == "-" ? "standard input" : path
    self.isStopped = isStopped
  }

  /// Whether a person types it.
  var isTerminal: Bool { stream.isTerminal }

  /// The next byte, without consuming it; nil at the end.
  func peek() throws(EntropyError) -> UInt8? {
    if used == filled { try fill() }
    return filled == 0 ? nil : buffer.withBytes { $0[used] }
  }

  func next() throws(EntropyError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    used += 1
    return byte
  }

  /// Fills `bytes` from the start until they are full or the input ends; returns how many.
  func read(into bytes: inout MutableSpan<UInt8>) throws(EntropyError) -> Int {
    var done = 0
    while done < bytes.count {
      if used == filled { try fill() }
      if filled == 0 { break }
      let count = min(filled - used, bytes.count - done)
      buffer.withBytes { bytes.copy($0.extracting(used..<used + count), at: done) }
      used += count
      done += count
    }
    return done
  }

  private func fill() throws(EntropyError) {
    while !stream.isReadable(milliseconds: 100) {
      if isStopped() { throw .interrupted }
    }
    if isStopped() { throw .interrupted }
    used = 0
    do {
      filled = try buffer.withMutableBytes { (bytes) throws(SystemError) in
        try stream.read(into: &bytes, from: 0)
      }
    } catch { throw .system(error) }
  }
}
