package import Discovery

/// A step on the way to the other end.
package enum ConversationStep: Sendable {
  /// Somebody called this end; the address is for people.
  case called(peer: String)
  /// The call failed, or was refused.
  case turnedAway(peer: String, ExchangeError)
  /// This end is offered on the local network under this name.
  case offered(Offer)
  /// The other end, or a recording of it, is offered there; or is no longer.
  case appeared(Offer)
  case vanished(Offer)
  /// This end has reached an address, and says who it is.
  case reached(peer: String)
  /// The call to an offer came to nothing.
  case failed(Offer, ExchangeError)
  /// Both ends have recognized each other.
  case began(peer: String)
}
