internal import Synchronization
internal import System

/// How far a transfer is: a bar on a terminal, a line each tenth elsewhere.
final class ProgressBar: Sendable {
  private struct Progress {
    var start: ContinuousClock.Instant?
    var lastDrawn: ContinuousClock.Instant?
    var lastTenth = 0
  }

  private let verb: String
  private let stream = Stream.errors
  private let isASCII: Bool
  private let progress = Mutex(Progress())

  init(_ verb: String, isASCII: Bool) {
    self.verb = verb
    self.isASCII = isASCII
  }

  func show(_ bytes: Int, of total: Int) {
    progress.withLock { progress in
      let now = ContinuousClock.now
      let start = progress.start ?? now
      progress.start = start
      let isLast = bytes >= total
      if stream.isTerminal {
        if let last = progress.lastDrawn, !isLast, now - last < .milliseconds(100) { return }
        progress.lastDrawn = now
        let line = line(bytes, of: total, after: now - start, columns: stream.columns)
        Notes.part("\r" + line)
        if isLast { Notes.endLine() }
      } else if total > 0, bytes * 10 / total > progress.lastTenth {
        progress.lastTenth = bytes * 10 / total
        Notes.line(line(bytes, of: total, after: now - start, columns: 0))
      }
    }
  }

  /// `sending [#####·····]  50 % 32 of 64 MiB, 40 MiB/s, 0:01 left`, as much as the columns hold:
  /// the bar goes first, then the figures from the right, whole.
  private func line(_ bytes: Int, of total: Int, after time: Duration, columns: Int) -> String {
    let share = total == 0 ? 100 : bytes * 100 / total
    let percent = String(repeating: " ", count: share < 10 ? 2 : share < 100 ? 1 : 0) + "\(share) %"
    let seconds =
      max(Double(time.components.seconds), 0)
      + Double(time.components.attoseconds) / 1e18
    let rate = seconds > 0 ? Int(Double(bytes) / seconds) : 0
    var figures = ["\(percent) \(ByteCount(bytes)) of \(ByteCount(total))"]
    if rate > 0 { figures.append("\(ByteCount(rate))/s") }
    if rate > 0, bytes < total { figures.append("\(clock((total - bytes) / rate)) left") }
    let head = "\(verb) "
    guard columns > 0 else { return head + figures.joined(separator: ", ") }
    let room = columns - 1 - head.count
    while figures.count > 1, figures.joined(separator: ", ").count > room { figures.removeLast() }
    let text = figures.joined(separator: ", ")
    let width = min(24, room - text.count - 3)
    guard width >= 5 else { return pad(head + text, to: columns - 1) }
    let filled = width * share / 100
    let bar =
      String(repeating: isASCII ? "#" : "█", count: filled)
      + String(repeating: isASCII ? "." : "░", count: width - filled)
    return pad("\(head)[\(bar)] \(text)", to: columns - 1)
  }

  private func pad(_ text: String, to width: Int) -> String {
    text.count >= width
      ? String(text.prefix(width)) : text + String(repeating: " ", count: width - text.count)
  }

  private func clock(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
