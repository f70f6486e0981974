import Synchronization
import TestSupport

@testable import Pairing

/// Everything that both ends of a session wrote, to be sent again.
final class Recording: Sendable {
  private let listener = Mutex<[[UInt8]]>([])
  private let joiner = Mutex<[[UInt8]]>([])

  /// Write `number` of an end. Waits for it, since either person may be the first to type the code.
  func write(_ number: Int, by end: End) -> [UInt8] {
    try? wait(for: "write \(number)") { writes(by: end).count > number }
    return writes(by: end)[number]
  }

  private func writes(by end: End) -> [[UInt8]] {
    end == .listener ? listener.withLock { $0 } : joiner.withLock { $0 }
  }

  /// Records what an end writes, and passes on what `change` makes of it.
  func keeping(
    _ end: End, change: @escaping MemoryPipe.Interference = { $1 }
  ) -> MemoryPipe.Interference {
    { number, bytes in
      if end == .listener {
        self.listener.withLock { $0.append(bytes) }
      } else {
        self.joiner.withLock { $0.append(bytes) }
      }
      return change(number, bytes)
    }
  }

  /// A session without any interference, and what was written in it.
  static func ofHonestSession() async -> Recording {
    let recording = Recording()
    var ends = TwoEnds()
    ends.listenerSends = recording.keeping(.listener)
    ends.joinerSends = recording.keeping(.joiner)
    _ = await ends.run()
    return recording
  }
}
