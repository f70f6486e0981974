internal import System

/// A result that is written beside its goal, synced, and only then given its name. A signal that ends
/// the program waits until no part of it is left in a file that has not got its name.
final class WrittenFile: ResultFile {
  let file: any StoredFile
  private let temporary: String
  private let goal: String
  private let replaces: Bool
  private let storage: any Storage
  private var written = 0
  private var isOver = false

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
    if EndingSignals.cameIn { throw SystemError("write", goal, code: SystemError.interrupted) }
    do throws(SystemError) { try file.write(bytes, at: written) } catch {
      throw SystemError(error.call, goal, code: error.code)
    }
    written += bytes.count
  }

  func finish() throws(SystemError) {
    do throws(SystemError) {
      try file.sync()
      if replaces {
        try storage.rename(temporary, to: goal)
      } else {
        try storage.rename(temporary, toNew: goal)
      }
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
