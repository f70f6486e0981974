/// The current offers, from events that come once for each interface and protocol and include this
/// end's own offer.
struct OfferBook {
  enum Own {
    /// This end only looks.
    case none
    /// Its final name is not known yet, so nobody's offer can be told from its own.
    case pending
    case named(Offer)
  }

  /// More names than this at once are a flood, which must not use memory or fill the screen.
  static let limit = 64
  /// `kDNSServiceInterfaceIndexAny`.
  private static let anyInterface: UInt32 = 0

  private var own: Own
  private let isWanted: (Offer) -> Bool
  private var sightings: [Offer: [UInt32: Int]] = [:]
  private var announced: Set<Offer> = []
  private var events: [Search.Event] = []

  /// `isWanted`: whether an offer is of interest; the others take nobody's place.
  init(own: Own, isWanted: @escaping (Offer) -> Bool = { _ in true }) {
    (self.own, self.isWanted) = (own, isWanted)
  }

  mutating func register(_ offer: Offer) {
    if case .named(offer) = own { return }
    own = .named(offer)
    events.append(.registered(offer))
  }

  mutating func add(_ offer: Offer, interface: UInt32) {
    guard sightings[offer] != nil || sightings.count < OfferBook.limit && isWanted(offer) else {
      return
    }
    sightings[offer, default: [:]][interface, default: 0] += 1
  }

  mutating func remove(_ offer: Offer, interface: UInt32) {
    guard let count = sightings[offer]?[interface] else { return }
    sightings[offer]?[interface] = count > 1 ? count - 1 : nil
    if sightings[offer]?.isEmpty == true { sightings[offer] = nil }
  }

  /// The interfaces on which to ask for an offer, in ascending order. An offer that is not in the
  /// book, which keeps a limited number, is asked for on all of them.
  func interfaces(of offer: Offer) -> [UInt32] {
    sightings[offer]?.keys.sorted() ?? [OfferBook.anyInterface]
  }

  /// The changes since the last call.
  mutating func changes() -> [Search.Event] {
    let visible = self.visible
    events += announced.subtracting(visible).sorted().map(Search.Event.vanished)
    events += visible.subtracting(announced).sorted().map(Search.Event.appeared)
    announced = visible
    defer { events = [] }
    return events
  }

  private var visible: Set<Offer> {
    switch own {
    case .none: Set(sightings.keys)
    case .pending: []
    case .named(let own): Set(sightings.keys).subtracting([own])
    }
  }
}
