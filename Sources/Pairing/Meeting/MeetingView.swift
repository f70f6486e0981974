internal import Discovery

/// Who is there, as far as the search has seen.
struct MeetingView {
  /// The one name to pair with; nil for any.
  let wanted: String?
  private(set) var own: Offer?
  private(set) var candidates: [Offer] = []
  /// The other end that this end waits for, and since when.
  var settled: (offer: Offer, since: ContinuousClock.Instant)?
  /// Those that nobody answers for.
  private var setAside: Set<Offer> = []

  init(wanted: String?) { self.wanted = wanted }

  mutating func take(_ event: Search.Event) {
    switch event {
    case .registered(let offer): own = offer
    case .appeared(let offer):
      if setAside.contains(offer) { return }
      if wanted == nil || wanted == offer.name { candidates.append(offer) }
    case .vanished(let offer): remove(offer)
    }
  }

  /// From now on this offer is not a candidate.
  mutating func setAside(_ offer: Offer) {
    setAside.insert(offer)
    remove(offer)
  }

  private mutating func remove(_ offer: Offer) {
    candidates.removeAll { $0 == offer }
    if settled?.offer == offer { settled = nil }
  }
}
