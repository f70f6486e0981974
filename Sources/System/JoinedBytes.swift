/// Ranges of another source, one after another.
package final class JoinedBytes: ByteSource {
  package let count: Int
  private let source: any ByteSource
  /// Where each range begins here.
  private let starts: [Int]
  private let ranges: [Range<Int>]

  package init(_ source: any ByteSource, _ ranges: [Range<Int>]) {
    self.source = source
    self.ranges = ranges
    var (starts, count) = ([Int](), 0)
    for range in ranges {
      starts.append(count)
      count += range.count
    }
    self.starts = starts
    self.count = count
  }

  package func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    var done = 0
    for (start, range) in zip(starts, ranges) where done < bytes.count {
      let skipped = offset + done - start
      guard (0..<range.count).contains(skipped) else { continue }
      let length = min(range.count - skipped, bytes.count - done)
      var part = bytes.part(done..<done + length)
      try source.read(into: &part, at: range.lowerBound + skipped)
      done += length
    }
  }
}
