import Glibc
import TestSupport

/// Output that a test waited for did not come within a minute.
struct NeverCame: Error {
  let what: String
  let errors: String
}

extension RunningProgram {
  /// Waits until it has printed a line that begins with `start`, and returns the rest of that line.
  func line(beginning start: String, inErrors: Bool = false) throws -> String {
    for _ in 0..<6000 {
      let text = try inErrors ? errorsSoFar() : outputSoFar()
      // The last line may still be incomplete.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { $0.hasPrefix(start) }) {
        return String(line.dropFirst(start.count))
      }
      usleep(10_000)
    }
    throw NeverCame(what: start, errors: try errorsSoFar())
  }
}
