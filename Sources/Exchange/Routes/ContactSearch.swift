internal import Discovery
internal import Glibc
package import Link
internal import Synchronization
package import Vault

/// A search on the local network for contacts who have opened a conversation with this end. It offers
/// nothing. What it finds is a hint: whoever recorded an offer can repeat it, from another place.
package final class ContactSearch: Sendable {
  private static let stepMilliseconds = 500
  /// After how many steps it begins again if it cannot search.
  private static let idleSteps = 20

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
        let owners = zip(contacts.map(\.name), keys)
        try? search(
          { offer in
            owners.first { LinkOffer.key(of: offer, among: $0.1) != nil }?.0
          }, &reported)
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
    var present: [Offer: (name: String, place: Endpoint)] = [:]
    var nextReport = ContinuousClock.now
    while !isStopped.load(ordering: .relaxed) {
      for event in try search.step(timeoutMilliseconds: ContactSearch.stepMilliseconds) {
        switch event {
        case .appeared(let offer):
          guard let name = owner(offer), let address = try? search.resolve(offer).first else {
            break
          }
          present[offer] = (name, Endpoint(host: address.host, port: Int(address.port)))
        case .vanished(let offer): present[offer] = nil
        case .registered: break
        }
      }
      let places = Dictionary(
        present.values.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
      if places == reported || .now < nextReport { continue }
      report(self, places)
      reported = places
      nextReport = .now + .milliseconds(ContactSearch.stepMilliseconds)
    }
  }
}
