internal import Discovery
internal import Link

/// An end that has called here, as its first message (M0, vernam-pairing(7)) names it:
/// without a name, by the address it calls from.
struct Caller: Hashable, Sendable {
  let offer: Offer
  let isNamed: Bool

  init(_ request: JoinRequest, at peer: String) {
    isNamed = request.offer != nil
    offer =
      request.offer ?? Offer(name: String(peer[..<(peer.lastIndex(of: ":") ?? peer.endIndex)]))
  }
}
