internal import Synchronization
internal import Vault

/// What one connection has yet to send: small frames first, then packets in the order in which they
/// were made; but a short packet does not wait for the pieces of the long one before it.
final class FrameQueue: Sendable {
  enum Item: Equatable, Sendable {
    case frame(LinkFrame)
    case packet(OutboxEntry)
  }

  /// The most frames that wait. A peer that sends and never reads loses receipts: it sends its
  /// packets again later, and gets them then.
  static let limit = 1024

  private struct State {
    var frames: [LinkFrame] = []
    var packets: [OutboxEntry] = []
    var reader: CheckedContinuation<Item?, Never>?
    var isClosed = false

    mutating func take() -> Item? {
      if !frames.isEmpty { return .frame(frames.removeFirst()) }
      return packets.isEmpty ? nil : .packet(packets.removeFirst())
    }
  }

  private let state = Mutex(State())

  func put(_ frame: LinkFrame) {
    change { if $0.frames.count < FrameQueue.limit { $0.frames.append(frame) } }
  }

  func put(_ packets: [OutboxEntry]) { change { $0.packets += packets } }

  /// The next thing to send; nil once the queue is closed. One reader at a time.
  func next() async -> Item? {
    await withCheckedContinuation { reader in change { $0.reader = reader } }
  }

  /// What goes between two pieces of a long packet: a frame, or the next packet if it fits into one.
  func nextShort() -> Item? {
    state.withLock { state in
      if !state.frames.isEmpty { return .frame(state.frames.removeFirst()) }
      guard let next = state.packets.first, next.count <= LinkFrame.pieceBytes else { return nil }
      return .packet(state.packets.removeFirst())
    }
  }

  func close() { change { $0.isClosed = true } }

  private func change(_ body: (inout State) -> Void) {
    let (reader, item) = state.withLock { state in
      body(&state)
      guard state.reader != nil else {
        return (nil as CheckedContinuation<Item?, Never>?, nil as Item?)
      }
      let item = state.isClosed ? nil : state.take()
      return item != nil || state.isClosed ? (state.reader.take(), item) : (nil, nil)
    }
    reader?.resume(returning: item)
  }
}
