internal import Discovery

/// Who is there, as far as the search has seen.
struct MeetingView {
  /// The one name to pair with; nil for any.
  let wanted: String?
  private(set) var own: Offer?
  private(set) var candidates: [Offer] = []
  /// The other end that this end waits for.
  var settled: Offer?

  init(wanted: String?) { self.wanted = wanted }

  mutating func take(_ event: Search.Event) {
    switch event {
    case .registered(let offer): own = offer
    case .appeared(let offer):
      if wanted == nil || wanted == offer.name { candidates.append(offer) }
    case .vanished(let offer):
      candidates.removeAll { $0 == offer }
      if settled == offer { settled = nil }
    }
  }
}
