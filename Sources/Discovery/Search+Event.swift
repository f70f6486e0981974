extension Search {
  /// A change that a search reports.
  package enum Event: Hashable, Sendable {
    /// This end is offered under this name; reported again if the name had to change.
    case registered(Offer)
    /// Somebody else is offered.
    case appeared(Offer)
    /// Somebody else is no longer offered.
    case vanished(Offer)
  }
}
