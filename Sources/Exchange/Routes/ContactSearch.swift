internal import Discovery
internal import Glibc
package import Link
internal import Synchronization
package import Vault

/// A search on the local network for contacts who have opened a conversation with this end. It offers
/// nothing. What it finds is only a hint: anyone can record an offer, and repeat it elsewhere.
package final class ContactSearch: Sendable {
  private static let stepMilliseconds = 500
  private static let resolvingMilliseconds = 50
  /// After how many steps it begins again if it cannot search.
  private static let idleSteps = 20
  /// The most offers whose addresses are looked up at once.
  private static let mostResolutions = 8

  private let contacts: [Contact]
  private let vault: Vault
  private let report: @Sendable (ContactSearch, [String: Endpoint]) -> Void
  private let isStopped = Atomic(false)

  /// - Parameter report: gets the names of all who are there, and where they can be called, after each
  ///   change, and twice a second at most.
  package init(
    for contacts: [Contact], in vault: Vault,
    report: @escaping @Sendable (ContactSearch, [String: Endpoint]) -> Void
  ) {
    (self.contacts, self.vault, self.report) = (contacts, vault, report)
  }

  package func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Searches until `stop`. Blocks its thread.
  package func run() {
    var reported: [String: Endpoint] = [:]
    while !isStopped.load(ordering: .relaxed) {
      if let keys = try? vault.linkKeys(of: contacts) {
        let owners = Array(zip(contacts.map(\.name), keys))
        let owner = { (offer: Offer) in
          owners.first { LinkOffer.key(of: offer, among: $0.1) != nil }?.0
        }
        try? search(owner, &reported)
        if !reported.isEmpty { report(self, [:]) }
        reported = [:]
      }
      for _ in 0..<ContactSearch.idleSteps where !isStopped.load(ordering: .relaxed) {
        usleep(UInt32(ContactSearch.stepMilliseconds * 1000))
      }
    }
  }

  private func search(
    _ owner: @escaping (Offer) -> String?, _ reported: inout [String: Endpoint]
  ) throws(DiscoveryError) {
    var search = try Search(for: .exchange, offering: nil, wanting: { owner($0) != nil })
    var sightings = Sightings()
    var nextReport = ContinuousClock.now
    while !isStopped.load(ordering: .relaxed) {
      let pause =
        sightings.resolutions.isEmpty
        ? ContactSearch.stepMilliseconds : ContactSearch.resolvingMilliseconds
      for event in try search.step(timeoutMilliseconds: pause) {
        switch event {
        case .appeared(let offer): sightings.unresolved.append(offer)
        case .vanished(let offer): sightings.forget(offer)
        case .registered: break
        }
      }
      while sightings.resolutions.count < ContactSearch.mostResolutions,
        !sightings.unresolved.isEmpty
      {
        let offer = sightings.unresolved.removeFirst()
        sightings.resolutions.append((offer, search.resolution(of: offer)))
      }
      sightings.resolve()
      let places = sightings.places(owner)
      if places == reported || .now < nextReport { continue }
      report(self, places)
      reported = places
      nextReport = .now + .milliseconds(ContactSearch.stepMilliseconds)
    }
  }

  /// The offers that are there, and how far each is known.
  private struct Sightings {
    var unresolved: [Offer] = []
    var resolutions: [(offer: Offer, resolution: Resolution)] = []
    /// The newest last: an older one may be of a computer that was switched off.
    private var resolved: [(offer: Offer, place: Endpoint)] = []

    mutating func forget(_ offer: Offer) {
      unresolved.removeAll { $0 == offer }
      resolutions.removeAll { $0.offer == offer }
      resolved.removeAll { $0.offer == offer }
    }

    /// Takes the answers that have come. What has no address is asked for again.
    mutating func resolve() {
      for index in resolutions.indices.reversed() {
        resolutions[index].resolution.step(milliseconds: 0)
        guard resolutions[index].resolution.isOver else { continue }
        let (offer, resolution) = resolutions.remove(at: index)
        if let address = resolution.addresses.first {
          resolved.append((offer, Endpoint(host: address.host, port: Int(address.port))))
        } else {
          unresolved.append(offer)
        }
      }
    }

    func places(_ owner: (Offer) -> String?) -> [String: Endpoint] {
      var places: [String: Endpoint] = [:]
      for (offer, place) in resolved {
        if let name = owner(offer) { places[name] = place }
      }
      return places
    }
  }
}
