internal import Pad
package import System

/// A result that is written, synced, and only then given its name. It has no name before that if the
/// file system allows it; otherwise a temporary one beside its destination.
/// A signal that ends the program is held back until the file has its name or is gone.
package final class WrittenFile: ResultFile {
  private static let pieceBytes = 1 << 20

  /// Where the file is until it has its name.
  private enum Place {
    case nowhere(any UnnamedFile, temporary: String)
    case path(String)
  }

  package let file: any StoredFile
  private let place: Place
  private let goal: String
  private let replaces: Bool
  private let storage: any Storage
  private var written = 0
  /// Bytes after those, not yet enough for a piece.
  private var waiting = SecretBytes(count: pieceBytes)
  private var waitingBytes = 0
  private var isOver = false
  /// Whether the result has its name now, in place of any file that had it before.
  package private(set) var isInPlace = false

  package init(
    _ temporary: String, goal: String, replaces: Bool, on storage: any Storage
  ) throws(SystemError) {
    EndingSignals.remember()
    self.goal = goal
    if let unnamed = storage.createUnnamed(in: parentDirectory(of: goal)) {
      file = unnamed
      place = .nowhere(unnamed, temporary: temporary)
    } else {
      do throws(SystemError) { file = try storage.create(temporary) } catch {
        EndingSignals.release()
        throw SystemError(error.call, goal, code: error.code)
      }
      place = .path(temporary)
    }
    self.replaces = replaces
    self.storage = storage
  }

  deinit { discard() }

  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
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
    let end = waitingBytes
    waiting.withMutableBytes { $0.copy(bytes, at: end) }
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

  package func finish() throws(SystemError) {
    do throws(SystemError) {
      try storeWaiting()
      try file.sync()
      switch place {
      case .nowhere(let file, let temporary) where replaces:
        // No system call gives an unnamed file the name of an existing one.
        try file.name(temporary)
        do throws(SystemError) { try storage.rename(temporary, to: goal) } catch {
          try? storage.remove(temporary)
          throw error
        }
      case .nowhere(let file, _): try file.name(goal)
      case .path(let path) where replaces: try storage.rename(path, to: goal)
      case .path(let path): try storage.rename(path, toNew: goal)
      }
      isInPlace = true
    } catch {
      discard()
      throw SystemError(error.call, goal, code: error.code)
    }
    end()
    try storage.syncDirectory(parentDirectory(of: goal))
  }

  package func discard() {
    if isOver { return }
    if case .path(let path) = place { try? storage.remove(path) }
    end()
  }

  private func end() {
    isOver = true
    EndingSignals.release()
  }
}

/// A file that a result goes to, from its first byte to its last.
package protocol ResultFile: AnyObject {
  func write(_ bytes: Span<UInt8>) throws(SystemError)
  /// Returns once the whole result is durable in its place.
  func finish() throws(SystemError)
  /// Leaves nothing of it behind.
  func discard()
}
