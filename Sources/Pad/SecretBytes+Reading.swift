package import System

extension SecretBytes {
  /// Reads a stream to its end, or to the piece that holds the first `end`; nil if that is more
  /// than `limit` bytes.
  package static func reading(
    _ stream: Stream, limit: Int, until end: UInt8? = nil
  ) throws(SystemError) -> SecretBytes? {
    var bytes = SecretBytes(count: 4096)
    var filled = 0
    while true {
      if filled == bytes.count { bytes = bytes.resized(bytes.count * 2, keeping: filled) }
      let got = try bytes.withMutableBytes { bytes throws(SystemError) in
        try stream.read(into: &bytes, from: filled)
      }
      let isEnd = end.map { end in
        bytes.withBytes { bytes in (filled..<filled + got).contains { bytes[$0] == end } }
      }
      filled += got
      if got == 0 || isEnd == true { return bytes.resized(filled, keeping: filled) }
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
