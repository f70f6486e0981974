// Invariant 7: small secrets share one region that is locked, and left out of core dumps.
internal import Synchronization
internal import System

/// The one mapped, locked, dump-excluded region that small secrets live in.
///
/// First fit over blocks of 64 bytes; a secret of a page or more starts on a page boundary. A
/// secret that does not fit gets pages of its own.
final class SecretArena: Sendable {
  static let shared = SecretArena()

  private static let blockSize = 64
  /// Blocks in a page of 4096 bytes.
  private static let pageBlocks = 4096 / blockSize
  private static let blockCount = byteCount / blockSize
  static let byteCount = 4 << 20

  private let pages = SecretPages(count: byteCount)
  /// Free runs of blocks, by first block; no two are adjacent.
  private let free = Mutex<[Range<Int>]>([0..<blockCount])

  /// Whether the pages can never be swapped out.
  var isLocked: Bool { pages.isLocked }

  /// Allocates `count` bytes; nil if no run is long enough.
  func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    let blocks = SecretArena.blocks(count)
    // Writing past the page cache needs whole pages.
    let step = blocks < SecretArena.pageBlocks ? 1 : SecretArena.pageBlocks
    let first: Int? = free.withLock { runs in
      for (index, run) in runs.enumerated() {
        let first = (run.lowerBound + step - 1) / step * step
        guard first + blocks <= run.upperBound else { continue }
        let rest = [run.lowerBound..<first, first + blocks..<run.upperBound]
        runs.replaceSubrange(index...index, with: rest.filter { !$0.isEmpty })
        return first
      }
      return nil
    }
    guard let first else { return nil }
    return unsafe UnsafeMutableRawBufferPointer(
      start: pages.address + first * SecretArena.blockSize, count: count)
  }

  /// Wipes the bytes and frees their blocks.
  func release(_ bytes: UnsafeMutableRawBufferPointer) {
    unsafe wipe(bytes)
    let offset = unsafe pages.address.distance(to: bytes.baseAddress!)
    let first = offset / SecretArena.blockSize
    insert(first..<first + SecretArena.blocks(bytes.count))
  }

  private func insert(_ run: Range<Int>) {
    free.withLock { runs in
      var run = run
      let next = runs.firstIndex { $0.lowerBound >= run.upperBound } ?? runs.count
      if next < runs.count, runs[next].lowerBound == run.upperBound {
        run = run.lowerBound..<runs.remove(at: next).upperBound
      }
      if next > 0, runs[next - 1].upperBound == run.lowerBound {
        runs[next - 1] = runs[next - 1].lowerBound..<run.upperBound
      } else {
        runs.insert(run, at: next)
      }
    }
  }

  private static func blocks(_ count: Int) -> Int { max(1, (count + blockSize - 1) / blockSize) }
}
