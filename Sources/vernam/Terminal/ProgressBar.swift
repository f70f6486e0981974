internal import Synchronization
internal import System
internal import Wording

/// The progress of a transfer: a bar on a terminal; elsewhere a line for each tenth or, if the
/// total is unknown, each time the amount has doubled.
final class ProgressBar: Sendable {
  private struct Progress {
    var rate = TransferRate()
    var lastDrawn: ContinuousClock.Instant?
    var lastStep = 0
  }

  private let verb: String
  private let stream = Stream.errors
  private let isASCII: Bool
  private let progress = Mutex(Progress())

  init(_ verb: String, isASCII: Bool) {
    self.verb = verb
    self.isASCII = isASCII
  }

  /// `total` is nil if unknown.
  func show(_ bytes: Int, of total: Int?) {
    progress.withLock { progress in
      let now = ContinuousClock.now
      let rate = progress.rate.measure(bytes, at: now)
      let isLast = total.map { bytes >= $0 } ?? false
      if stream.isTerminal {
        if let last = progress.lastDrawn, !isLast, now - last < .milliseconds(100) { return }
        progress.lastDrawn = now
        let figures = figures(bytes, of: total, rate)
        let share = total.map { $0 == 0 ? 100 : bytes * 100 / $0 }
        StandardError.part("\r" + line(figures, share: share, columns: stream.columns))
        if isLast { StandardError.endLine() }
      } else if let step = step(bytes, of: total), step > progress.lastStep {
        progress.lastStep = step
        let figures = figures(bytes, of: total, rate)
        StandardError.line("\(verb) " + figures.joined(separator: ", "))
      }
    }
  }

  /// How far it has come: in tenths of the total or, if that is unknown, in doublings of 1 MiB.
  private func step(_ bytes: Int, of total: Int?) -> Int? {
    guard let total else { return (bytes >> 20).bitWidth - (bytes >> 20).leadingZeroBitCount }
    return total > 0 ? bytes * 10 / total : nil
  }

  /// `sending [█████░░░░░]  50 %, 0:01 left, 32.0 MiB of 64.0 MiB, 40.0 MiB/s`, as far as the
  /// columns allow: figures are dropped from the right, then the bar.
  func line(_ all: [String], share: Int?, columns: Int) -> String {
    let head = "\(verb) "
    var figures = all
    let room = columns - 1 - head.count
    while figures.count > 1, figures.joined(separator: ", ").count > room { figures.removeLast() }
    let text = figures.joined(separator: ", ")
    let width = min(24, room - text.count - 3)
    guard width >= 5, let share else { return pad(head + text, to: columns - 1) }
    let filled = width * share / 100
    let bar =
      String(repeating: isASCII ? "#" : "█", count: filled)
      + String(repeating: isASCII ? "." : "░", count: width - filled)
    return pad("\(head)[\(bar)] \(text)", to: columns - 1)
  }

  /// What matters most comes first: the rest may have no room.
  func figures(_ bytes: Int, of total: Int?, _ rate: Int) -> [String] {
    let speed = rate > 0 ? ["\(ByteCount(rate))/s"] : []
    guard let total else { return ["\(ByteCount(bytes))"] + speed }
    let share = total == 0 ? 100 : bytes * 100 / total
    let percent = String(repeating: " ", count: share < 10 ? 2 : share < 100 ? 1 : 0)
    let left = rate > 0 && bytes < total ? [TransferRate.timeLeft(total - bytes, rate: rate)] : []
    return ["\(percent)\(share) %"] + left + ["\(ByteCount(bytes)) of \(ByteCount(total))"] + speed
  }

  private func pad(_ text: String, to width: Int) -> String {
    text.count >= width
      ? String(text.prefix(width)) : text + String(repeating: " ", count: width - text.count)
  }
}
