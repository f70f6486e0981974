internal import Link
internal import Pad
internal import Synchronization
internal import System
internal import TestSupport
internal import Vault

@testable internal import Exchange

/// The frames of an end that holds all keys and obeys no rules. The input is a script, with four
/// fields for each frame: the kind of its text, what is wrong with it, how many bytes of content
/// follow, and these bytes.
struct HostileLink {
  /// What this end must have got when the connection is over, and why it is over.
  struct Outcome {
    var events: [LinkRecorder.Event] = []
    var reasons: [ExchangeError] = [.link(.connectionLost)]
  }

  private enum Fault: UInt8 { case none, tag, length, cut, long }

  /// One of the six kinds, or an unknown one.
  private static let kinds: UInt8 = 7

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
    var (bytes, packet): ([UInt8], [UInt8]) = ([], [])
    var outcome = Outcome()
    var isOver = false
    var rest = script[...]
    while let first = rest.popFirst(), let second = rest.popFirst(), let count = rest.popFirst() {
      let fault = Fault(rawValue: second % 5) ?? .none
      var content = Array(rest.prefix(Int(count)))
      rest = rest.dropFirst(content.count)
      if fault == .long { content = Array(repeatElement(content, count: 200).joined()) }
      let kind = first % HostileLink.kinds
      var frame = sealer.seal(text: [kind] + content)
      switch fault {
      case .none, .long: break
      case .tag: frame[frame.count - 1] ^= 1
      case .length: frame[0] ^= 0x80
      case .cut: frame.removeLast()
      }
      bytes += frame
      if !isOver { isOver = !follow(kind, content, fault, &packet, &outcome) }
      // The last byte that is missing must not be the first one of the next frame.
      if fault == .cut { break }
    }
    return (bytes, outcome)
  }

  /// Adds what a frame must lead to; returns whether the session goes on.
  private func follow(
    _ kind: UInt8, _ content: [UInt8], _ fault: Fault, _ packet: inout [UInt8],
    _ outcome: inout Outcome
  ) -> Bool {
    let isSound =
      switch kind {
      case 0, 4: content.isEmpty
      case 1, 2, 5: !content.isEmpty
      case 3: content.count == 16
      default: false
      }
    guard isSound, fault == .none || fault == .long else {
      switch fault {
      case .cut: outcome.reasons = [.link(.connectionLost)]
      // Whatever follows is taken for the rest of the frame.
      case .length: outcome.reasons = [.badFrame, .link(.connectionLost)]
      default: outcome.reasons = [.badFrame]
      }
      return false
    }
    if outcome.events.isEmpty { outcome.events = [.begun] }
    switch kind {
    case 3: outcome.events.append(.receipt(content))
    case 4: outcome.reasons = [.left]
    case 5:
      outcome.events.append(.packet(content, isAhead: !packet.isEmpty))
    case 1, 2:
      packet += content
      if packet.count > ends.mostBytes {
        outcome.reasons = [.tooLong]
        return false
      }
      if kind == 1 { break }
      outcome.events.append(.packet(packet, isAhead: false))
      packet = []
    default: break
    }
    return kind != 4
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
    let bytes = (try? packet.source.bytes(0..<packet.count)) ?? []
    state.withLock { $0.append(.packet(bytes, isAhead: isAhead)) }
  }
}
