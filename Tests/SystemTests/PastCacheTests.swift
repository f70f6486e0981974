import System
import TestSupport
import Testing

@Suite("Writing past the page cache")
struct PastCacheTests {
  let disk = Disk()

  /// Ranges, most of which begin or end, or both, in the middle of a page.
  static let ranges = [
    0..<1 << 20, 4096..<3 << 20, 4095..<4097, 4095..<2_500_000, 1..<(3 << 20) + 4095, 7..<8,
    (1 << 20) - 1..<(2 << 20) + 1,
  ]

  @Test(
    "Zeros replace exactly the given bytes, and none beside them",
    arguments: TestPlace.allCases, ranges)
  func zeros(place: TestPlace, range: Range<Int>) throws {
    try withTemporaryDirectory(in: place.path) { directory in
      var bytes = Seeded(seed: 5).bytes((3 << 20) + 5000)
      let file = try disk.create("\(directory)/file")
      try file.write(bytes.span, at: 0)
      try file.overwriteWithZeros(bytes: range)
      try file.syncData()
      for index in range { bytes[index] = 0 }
      // In the cache, and on the medium.
      try #expect(readFile("\(directory)/file") == bytes)
      #expect(try file.readPastCache(count: 3 << 20, at: 0) == Array(bytes.prefix(3 << 20)))
    }
  }

  @Test("A large part is zeroed past the cache, except for the pages that it shares")
  func way() throws {
    try withTemporaryDirectory { directory in
      let file = RecordingFile(try disk.create("\(directory)/file"))
      try file.overwriteWithZeros(bytes: 100..<(2 << 20) + 4100)
      #expect(
        file.calls == [
          .init(100..<4096, isPastCache: false),
          .init(4096..<4096 + 1 << 20, isPastCache: true),
          .init(4096 + 1 << 20..<4096 + 2 << 20, isPastCache: true),
          .init(4096 + 2 << 20..<(2 << 20) + 4100, isPastCache: false),
        ])
    }
  }

  @Test("Bytes from anywhere get anywhere, even if they cannot go past the cache")
  func anywhere() throws {
    try withTemporaryDirectory { directory in
      let bytes = Seeded(seed: 6).bytes(20_000)
      let file = try disk.create("\(directory)/file")
      try file.writePastCache(bytes.span.extracting(0..<1), at: 0)
      try file.writePastCache(bytes.span.extracting(1..<8193), at: 1)
      try file.writePastCache(bytes.span.extracting(8193..<20_000), at: 8193)
      try #expect(readFile("\(directory)/file") == bytes)
      let reading = try disk.open("\(directory)/file", writable: false)
      #expect(error { try reading.writePastCache(bytes.span, at: 1) }?.call == "write")
    }
  }

  @Test("The rest of a large file goes past the cache in whole pages, and is read back")
  func next() throws {
    try withTemporaryDirectory { directory in
      let file = RecordingFile(try disk.create("\(directory)/file"))
      let piece = Seeded(seed: 7).bytes(1 << 20)
      for number in 0..<18 { try file.writeNext(piece.span, at: number << 20) }
      try file.writeNext(piece.span.extracting(0..<100), at: 18 << 20)
      try file.sync()
      #expect(file.calls.map(\.isPastCache) == (0..<19).map { $0 == 16 || $0 == 17 })
      let whole = (0..<18).flatMap { _ in piece } + piece.prefix(100)
      try #expect(readFile("\(directory)/file") == whole)
    }
  }
}
