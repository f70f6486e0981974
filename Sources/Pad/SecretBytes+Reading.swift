package import System

extension SecretBytes {
  /// Reads a stream to its end; nil if it holds more than `limit` bytes.
  package static func reading(
    _ stream: Stream, limit: Int
  ) throws(SystemError) -> SecretBytes? {
    var bytes = SecretBytes(count: 4096)
    var filled = 0
    while true {
      if filled == bytes.count { bytes = bytes.resized(bytes.count * 2, keeping: filled) }
      let got = try bytes.withMutableBytes { bytes throws(SystemError) in
        try stream.read(into: &bytes, from: filled)
      }
      if got == 0 { return bytes.resized(filled, keeping: filled) }
      filled += got
      if filled > limit { return nil }
    }
  }

  /// Reads until the bytes are full or the stream ends; returns how many are filled.
  package mutating func fill(
    from stream: Stream, startingAt start: Int
  ) throws(SystemError) -> Int {
    var filled = start
    while filled < count {
      let got = try withMutableBytes { bytes throws(SystemError) in
        try stream.read(into: &bytes, from: filled)
      }
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  /// A copy of `count` bytes that begins with the first `kept` ones.
  package func resized(_ count: Int, keeping kept: Int) -> SecretBytes {
    var copy = SecretBytes(count: count)
    withBytes { bytes in copy.withMutableBytes { $0.copy(bytes.extracting(first: kept), at: 0) } }
    return copy
  }
}
