internal import Link
internal import Pad
internal import Synchronization
internal import System
internal import TestSupport
internal import Vault

@testable internal import Exchange

/// The frames of an end that holds all keys and obeys no rules. The input is a script, with four
/// fields for each frame: the kind of its text, what is wrong with it and how many bytes of a packet
/// should follow it, how many bytes of content follow in the script, and these bytes.
struct HostileLink {
  /// What this end must have got when the connection is over, and why it is over.
  struct Outcome {
    var events: [LinkRecorder.Event] = []
    var reasons: [ExchangeError] = [.link(.connectionLost)]
    /// What came of a packet, and how many bytes of it should follow.
    var packet: [UInt8] = []
    var rest = 0
  }

  /// One frame of the script.
  private struct Step {
    let kind: UInt8
    let content: [UInt8]
    let fault: Fault
    /// How many bytes of the packet follow, if this is a piece.
    let rest: Int

    init(kind: UInt8, choice: UInt8, content: ArraySlice<UInt8>, after outcome: Outcome) {
      self.kind = kind % HostileLink.kinds
      fault = Fault(rawValue: choice % Fault.count) ?? .none
      let times = fault == .long ? 200 : 1
      self.content = Array(repeatElement(content, count: times).joined())
      let said = Int(choice / Fault.count)
      rest =
        switch (outcome.packet.isEmpty, said < 40) {
        case (true, true): said * 10_000
        case (true, false): .max
        // What is right, if there is no more content than that.
        case (false, true): max(0, outcome.rest - self.content.count)
        case (false, false): said - 40
        }
    }

    var text: [UInt8] {
      [kind] + (kind == 1 ? UInt64(rest).bigEndianBytes : []) + content
    }
  }

  private enum Fault: UInt8 {
    case none, tag, length, cut, long
    static let count: UInt8 = 5
  }

  /// One of the five kinds, or an unknown one.
  private static let kinds: UInt8 = 6

  private let script: [UInt8]
  private let ends = LinkEnds.shared

  init(_ script: [UInt8]) { self.script = script }

  /// Whether the other end left as it should.
  func run() async -> Bool {
    let (bytes, expected) = frames()
    let recorder = LinkRecorder()
    let session = LinkSession(
      connection: ReplayedConnection(bytes), keys: keys(ends.alice, isCaller: false),
      vault: ends.vault, owner: recorder)
    let reason = await session.run()
    precondition(recorder.events == expected.events, "what verified arrives, in order, and no more")
    precondition(expected.reasons.contains(reason), "\(reason) instead of \(expected.reasons)")
    return reason == .left
  }

  private func keys(_ key: LinkKey, isCaller: Bool) -> FrameKeys {
    FrameKeys(key, nonces: FixedNonce.bytes + FixedNonce.bytes, isCaller: isCaller)
  }

  /// The frames that the script asks for, and what should become of them.
  private func frames() -> (bytes: [UInt8], expected: Outcome) {
    var sealer = keys(ends.bob, isCaller: true).sealing()
    var bytes: [UInt8] = []
    var outcome = Outcome()
    var isOver = false
    var rest = script[...]
    while let first = rest.popFirst(), let second = rest.popFirst(), let count = rest.popFirst() {
      let step = Step(kind: first, choice: second, content: rest.prefix(Int(count)), after: outcome)
      rest = rest.dropFirst(Int(count))
      var frame = sealer.seal(text: step.text)
      switch step.fault {
      case .none, .long: break
      case .tag: frame[frame.count - 1] ^= 1
      case .length: frame[0] ^= 0x80
      case .cut: frame.removeLast()
      }
      bytes += frame
      if !isOver { isOver = !follow(step, &outcome) }
      // The last byte that is missing must not be the first one of the next frame.
      if step.fault == .cut { break }
    }
    return (bytes, outcome)
  }

  /// Adds what a frame must lead to; returns whether the session goes on.
  private func follow(_ step: Step, _ outcome: inout Outcome) -> Bool {
    let content = step.content
    let isSound =
      switch step.kind {
      case 0, 4: content.isEmpty
      case 1, 2: !content.isEmpty
      case 3: content.count == 16
      default: false
      }
    guard isSound, step.fault == .none || step.fault == .long else {
      switch step.fault {
      case .cut: outcome.reasons = [.link(.connectionLost)]
      // Whatever follows is taken for the rest of the frame.
      case .length: outcome.reasons = [.badFrame, .link(.connectionLost)]
      default: outcome.reasons = [.badFrame]
      }
      return false
    }
    if outcome.events.isEmpty { outcome.events = [.begun] }
    switch step.kind {
    case 3: outcome.events.append(.receipt(content))
    case 4: outcome.reasons = [.left]
    case 2: outcome.events.append(.packet(content, isAhead: !outcome.packet.isEmpty))
    case 1:
      if !outcome.packet.isEmpty, outcome.rest - content.count != step.rest {
        outcome.reasons = [.badFrame]
        return false
      }
      outcome.packet += content
      outcome.rest = step.rest
      if step.rest > 0 { break }
      let fits = outcome.packet.count <= ends.mostBytes
      outcome.events.append(.packet(fits ? outcome.packet : [], isAhead: false))
      outcome.packet = []
    default: break
    }
    return step.kind != 4
  }
}

/// Writes down what a session passes on.
final class LinkRecorder: LinkSessionOwner {
  enum Event: Equatable {
    case begun
    case receipt([UInt8])
    case packet([UInt8], isAhead: Bool)
  }

  private let state = Mutex<[Event]>([])

  var events: [Event] { state.withLock { $0 } }

  func begin(_ session: LinkSession) { state.withLock { $0.append(.begun) } }
  func progressed(_ progress: TransferProgress?) {}
  func isRemoved(_ entry: OutboxEntry) -> Bool { false }
  func sent(_ entry: OutboxEntry) {}
  func confirm(_ receipt: PacketReceipt) { state.withLock { $0.append(.receipt(receipt.bytes)) } }

  func read(_ packet: IncomingPacket, overtaking isAhead: Bool, answering queue: FrameQueue) {
    let bytes = packet.fits ? (try? packet.source.bytes(0..<packet.count)) ?? [] : []
    state.withLock { $0.append(.packet(bytes, isAhead: isAhead)) }
  }
}
