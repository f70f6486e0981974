internal import Discovery

/// Which offers to call, and when. Most may be old offers that somebody replays: each has pauses of
/// its own, several are called at once, and the newest comes first.
struct CallSchedule {
  static let mostCalls = 32

  private struct Peer {
    let offer: Offer
    var pause = CallPause()
    /// When it may be called; nil during a call.
    var nextCall: ContinuousClock.Instant?
    var isThere = true
  }

  /// In the order in which they first appeared. One that has vanished keeps its pauses, or a replay
  /// would be called at once each time. Only the other end can make an offer, so there are few.
  private var peers: [Peer] = []

  mutating func appear(_ offer: Offer, at now: ContinuousClock.Instant) {
    if let index = index(of: offer) {
      peers[index].isThere = true
    } else {
      peers.append(Peer(offer: offer, nextCall: now))
    }
  }

  mutating func vanish(_ offer: Offer) {
    if let index = index(of: offer) { peers[index].isThere = false }
  }

  /// Begins a call: returns the newest offer that may be called now, if there is one.
  mutating func begin(at now: ContinuousClock.Instant) -> Offer? {
    guard peers.count(where: { $0.nextCall == nil }) < CallSchedule.mostCalls else { return nil }
    let index = peers.lastIndex { peer in
      peer.isThere && peer.nextCall.map { $0 <= now } ?? false
    }
    guard let index else { return nil }
    peers[index].nextCall = nil
    return peers[index].offer
  }

  /// A call has ended; it lasted this long, its session included.
  mutating func end(_ offer: Offer, after lasted: Duration, at now: ContinuousClock.Instant) {
    guard let index = index(of: offer) else { return }
    peers[index].nextCall = now + peers[index].pause.next(after: lasted)
  }

  private func index(of offer: Offer) -> Int? { peers.firstIndex { $0.offer == offer } }
}
