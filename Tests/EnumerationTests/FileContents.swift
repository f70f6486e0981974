import Glibc

/// The bytes of one simulated file: what the medium has, and what only the page cache has.
///
/// Sectors of 512 bytes become durable one by one and each as a whole; pages of 4096 bytes become
/// dirty as a whole. A sector that was written several times since the last sync may hold any of
/// those versions after a power cut.
struct FileContents {
  static let sectorBytes = 512
  static let sectorsInPage = 8

  /// The bytes on the medium, as many as the durable size.
  private(set) var durable: [UInt8] = []
  /// The size as the running system sees it.
  private(set) var size = 0
  /// By sector, its versions written since the last sync, oldest first.
  private(set) var unsynced: [Int: [[UInt8]]] = [:]
  /// By sector, what the cache shows and the medium lacks since a sync failed: such pages count as
  /// clean, so no later sync writes them.
  private(set) var onlyCached: [Int: [UInt8]] = [:]

  var isSettled: Bool { unsynced.isEmpty && size == durable.count }

  /// The bytes that read(2) sees.
  var cached: [UInt8] {
    var bytes = pastCache
    for (sector, content) in onlyCached { bytes.put(content, sector: sector) }
    for (sector, versions) in unsynced { bytes.put(versions.last!, sector: sector) }
    return bytes
  }

  /// The bytes that a direct read sees: dirty pages are sent to the device first (not to its
  /// medium: a power cut can still take them), clean pages are bypassed.
  var pastCache: [UInt8] {
    var bytes = durable.resized(size)
    for (sector, versions) in unsynced { bytes.put(versions.last!, sector: sector) }
    return bytes
  }

  // MARK: Changing

  mutating func write(_ bytes: [UInt8], at offset: Int) {
    guard !bytes.isEmpty else { return }
    let end = offset + bytes.count
    size = max(size, end)
    let sectors = offset / FileContents.sectorBytes...(end - 1) / FileContents.sectorBytes
    for sector in sectors {
      var content = cachedSector(sector)
      content.overlay(bytes, from: offset - sector * FileContents.sectorBytes)
      put(content, sector: sector)
    }
    let pages =
      sectors.lowerBound / FileContents.sectorsInPage...sectors.upperBound
      / FileContents.sectorsInPage
    for (sector, content) in onlyCached
    where pages.contains(sector / FileContents.sectorsInPage) && !sectors.contains(sector) {
      put(content, sector: sector)
    }
  }

  mutating func sync() {
    resolve { _, versions in versions }
    size = max(size, durable.count)
  }

  /// Fails a sync: some sectors reach the medium, and all pages count as clean.
  mutating func failSync(keeping: (_ sector: Int) -> Bool) {
    var lacking = onlyCached
    for (sector, versions) in unsynced where !keeping(sector) { lacking[sector] = versions.last! }
    resolve { sector, versions in keeping(sector) ? versions : 0 }
    onlyCached = lacking
  }

  /// Cuts the power: the cache is gone. `version` says how many versions of a sector got there.
  mutating func cut(keepsSize: Bool, version: (_ sector: Int, _ versions: Int) -> Int) {
    if !keepsSize { size = durable.count }
    resolve(version)
    onlyCached = [:]
  }

  /// Drops clean pages from the cache.
  mutating func dropCache() { onlyCached = [:] }

  private mutating func resolve(_ version: (_ sector: Int, _ versions: Int) -> Int) {
    if durable.count != size { durable = durable.resized(size) }
    for (sector, versions) in unsynced {
      let count = version(sector, versions.count)
      if count > 0 { durable.put(versions[count - 1], sector: sector) }
    }
    unsynced = [:]
  }

  private mutating func put(_ content: [UInt8], sector: Int) {
    if let last = unsynced[sector]?.last {
      if last.isSame(as: content) { return }
    } else if onlyCached[sector] == nil, durable.sector(sector).isSame(as: content) {
      return
    }
    onlyCached[sector] = nil
    unsynced[sector, default: []].append(content)
  }

  private func cachedSector(_ sector: Int) -> [UInt8] {
    unsynced[sector]?.last ?? onlyCached[sector] ?? durable.sector(sector)
  }
}

/// Whole-memory operations, so that a debug build does not go byte by byte.
extension [UInt8] {
  func resized(_ count: Int) -> [UInt8] {
    if count == self.count { return self }
    var copy = [UInt8](repeating: 0, count: count)
    copy.overlay(self, from: 0)
    return copy
  }

  /// Sector `number`, with zeros beyond the end.
  func sector(_ number: Int) -> [UInt8] {
    var content = [UInt8](repeating: 0, count: FileContents.sectorBytes)
    content.overlay(self, from: -number * FileContents.sectorBytes)
    return content
  }

  mutating func put(_ content: [UInt8], sector: Int) {
    overlay(content, from: sector * FileContents.sectorBytes)
  }

  /// Copies the part of `bytes`, laid at `start` (maybe negative), that falls into this array.
  mutating func overlay(_ bytes: [UInt8], from start: Int) {
    let (first, end) = (Swift.max(0, start), Swift.min(count, start + bytes.count))
    guard first < end else { return }
    withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        _ = memcpy(
          target.baseAddress! + first, source.baseAddress! + (first - start), end - first)
      }
    }
  }

  func isSame(as other: [UInt8]) -> Bool {
    count == other.count
      && withUnsafeBytes { one in
        other.withUnsafeBytes { memcmp(one.baseAddress!, $0.baseAddress!, count) == 0 }
      }
  }

  /// Whether both arrays have the whole range, with the same bytes in it.
  func isSame(as other: [UInt8], in range: Range<Int>) -> Bool {
    guard range.upperBound <= count, range.upperBound <= other.count else { return false }
    return range.isEmpty
      || withUnsafeBytes { one in
        other.withUnsafeBytes { two in
          let start = range.lowerBound
          return memcmp(one.baseAddress! + start, two.baseAddress! + start, range.count) == 0
        }
      }
  }

  /// Whether all bytes of the range that exist are zero.
  func isZero(_ range: Range<Int>) -> Bool {
    let range = range.clamped(to: 0..<count)
    let zeros = [UInt8](repeating: 0, count: range.count)
    return range.isEmpty
      || withUnsafeBytes { memcmp($0.baseAddress! + range.lowerBound, zeros, range.count) == 0 }
  }
}
