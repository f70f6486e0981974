import Link
import Pairing

/// One end of a connection in memory. It breaks where a run says, and only at that end, so that
/// what happens to an end depends only on what it was sent.
final class Wire: Connection, @unchecked Sendable {
  /// Where it breaks; frames are counted from 0 in each direction.
  enum Loss: Sendable {
    case none
    /// This write and all later ones fail; what has arrived by then can still be read.
    case write(Int)
    /// From this write on, nothing arrives: the other end waits in vain, and this one cannot tell.
    case swallowed(Int)
    /// Reading this frame and all later ones fails.
    case read(Int)
  }

  let peer = "the other end"
  private let incoming: ReceiveBuffer
  private let outgoing: ReceiveBuffer
  private let loss: Loss
  private unowned let end: PairedEnd

  init(_ incoming: ReceiveBuffer, _ outgoing: ReceiveBuffer, _ loss: Loss, of end: PairedEnd) {
    self.incoming = incoming
    self.outgoing = outgoing
    self.loss = loss
    self.end = end
  }

  var failure: LinkError? { incoming.failure }

  func read(exactly count: Int) async throws(LinkError) -> [UInt8] {
    end.note()
    do throws(LinkError) {
      if case .read(let first) = loss, end.framesRead >= first { throw .connectionLost }
      let bytes = try await incoming.read(exactly: count) {}
      end.didRead(bytes)
      return bytes
    } catch {
      end.didFail()
      throw error
    }
  }

  func write(_ frame: [UInt8]) async throws(LinkError) {
    end.note()
    let number = end.framesSent
    if case .write(let first) = loss, number >= first {
      incoming.end(.connectionLost)
      end.didFail()
      throw .connectionLost
    }
    end.didSend(frame)
    if case .swallowed(let first) = loss, number >= first { return outgoing.end(.timedOut) }
    outgoing.receive(frame)
  }

  func limit(to time: Duration?) {}
  func stop() { incoming.end(.cancelled) }
  func drain() async {}

  /// The other end can still read what was sent before.
  func close() { outgoing.end(.connectionLost) }
}
