extension Search {
  /// What a search has to tell.
  package enum Event: Hashable, Sendable {
    /// This end is on offer, under this name. Again, if the name had to change.
    case registered(Offer)
    /// Somebody else is.
    case appeared(Offer)
    /// Somebody else is no more.
    case vanished(Offer)
  }
}
