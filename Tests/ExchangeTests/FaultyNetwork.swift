import Link
import Synchronization
import TestSupport

@testable import Exchange

/// A network in memory between two talkers, which harms one byte of all that one end sends.
final class FaultyNetwork: Sendable {
  enum Fault: CaseIterable, Sendable {
    /// The connection ends before the byte.
    case cut
    /// The byte arrives twice.
    case doubled
    /// It, and what was written with it, arrives late.
    case late
  }

  /// What is harmed: byte `byte` of all that the caller, or the other end, sends.
  struct Harm: Sendable {
    let fault: Fault
    let byCaller: Bool
    let byte: Int
  }

  private let harm: Harm?
  /// Bytes sent so far, by the caller and by the other end.
  private let sent = Mutex((caller: 0, other: 0))

  init(_ harm: Harm? = nil) { self.harm = harm }

  var bytesSent: (caller: Int, other: Int) { sent.withLock { $0 } }

  func connect() -> (caller: MemoryPipe, other: MemoryPipe) {
    let late = Late()
    let pair = MemoryPipe.pair(
      listenerSends: { self.pass($1, byCaller: false, late) },
      joinerSends: { self.pass($1, byCaller: true, late) }, limitsOn: OwnThreads.executor)
    late.pipes.withLock { $0 = (pair.joiner, pair.listener) }
    return (pair.joiner, pair.listener)
  }

  private final class Late: Sendable {
    let pipes = Mutex<(caller: MemoryPipe, other: MemoryPipe)?>(nil)
  }

  /// What arrives of a write; nil ends the connection.
  private func pass(_ bytes: [UInt8], byCaller: Bool, _ late: Late) -> [UInt8]? {
    let start = sent.withLock { sent in
      if byCaller {
        defer { sent.caller += bytes.count }
        return sent.caller
      }
      defer { sent.other += bytes.count }
      return sent.other
    }
    guard let harm, harm.byCaller == byCaller,
      (start..<start + bytes.count).contains(harm.byte)
    else { return bytes }
    let place = harm.byte - start
    switch harm.fault {
    case .cut: return nil
    case .doubled: return Array(bytes[...place] + bytes[place...])
    case .late:
      let rest = Array(bytes[place...])
      let pipes = late.pipes.withLock { $0 }
      Task(executorPreference: OwnThreads.executor) {
        try? await Task.sleep(for: .milliseconds(5))
        let pipe = byCaller ? pipes?.caller : pipes?.other
        pipe?.deliver(rest)
      }
      return Array(bytes[..<place])
    }
  }
}
