internal import Pad
internal import System

/// A result that is written beside its destination, synced, and only then given its name. A signal
/// that ends the program is held back until the temporary file is renamed or removed.
final class WrittenFile: ResultFile {
  private static let pieceBytes = 1 << 20

  let file: any StoredFile
  private let temporary: String
  private let goal: String
  private let replaces: Bool
  private let storage: any Storage
  private var written = 0
  /// Bytes after those, not yet enough for a piece.
  private var waiting = SecretBytes(count: pieceBytes)
  private var waitingBytes = 0
  private var isOver = false
  /// Whether the result has its name now, in place of any file that had it before.
  private(set) var isInPlace = false

  init(
    _ temporary: String, goal: String, replaces: Bool, on storage: any Storage
  ) throws(SystemError) {
    EndingSignals.remember()
    do throws(SystemError) { file = try storage.create(temporary) } catch {
      EndingSignals.release()
      throw SystemError(error.call, goal, code: error.code)
    }
    self.temporary = temporary
    self.goal = goal
    self.replaces = replaces
    self.storage = storage
  }

  deinit { discard() }

  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try EndingSignals.checkBeforeWriting(goal)
    do throws(SystemError) {
      var rest = bytes
      while !rest.isEmpty {
        let isWhole = waitingBytes == 0 && rest.count >= WrittenFile.pieceBytes
        let count = min(rest.count, WrittenFile.pieceBytes - waitingBytes)
        let piece = rest.extracting(first: count)
        if isWhole { try store(piece) } else { try collect(piece) }
        rest = rest.extracting(droppingFirst: count)
      }
    } catch { throw SystemError(error.call, goal, code: error.code) }
  }

  private func collect(_ bytes: Span<UInt8>) throws(SystemError) {
    let place = waitingBytes
    waiting.withMutableBytes { $0.copy(bytes, at: place) }
    waitingBytes += bytes.count
    if waitingBytes == WrittenFile.pieceBytes { try storeWaiting() }
  }

  private func storeWaiting() throws(SystemError) {
    let count = waitingBytes
    try waiting.withBytes { bytes throws(SystemError) in try store(bytes.extracting(first: count)) }
    waitingBytes = 0
  }

  private func store(_ bytes: Span<UInt8>) throws(SystemError) {
    try file.writeNext(bytes, at: written)
    written += bytes.count
  }

  func finish() throws(SystemError) {
    do throws(SystemError) {
      try storeWaiting()
      try file.sync()
      if replaces {
        try storage.rename(temporary, to: goal)
      } else {
        try storage.rename(temporary, toNew: goal)
      }
      isInPlace = true
    } catch {
      discard()
      throw SystemError(error.call, goal, code: error.code)
    }
    end()
    try storage.syncDirectory(parentDirectory(of: goal))
  }

  func discard() {
    if isOver { return }
    try? storage.remove(temporary)
    end()
  }

  private func end() {
    isOver = true
    EndingSignals.release()
  }
}
