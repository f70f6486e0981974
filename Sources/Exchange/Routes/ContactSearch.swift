internal import Discovery
internal import Glibc
internal import Synchronization
package import Vault

/// A search on the local network for contacts who have opened a conversation with this end. It offers
/// nothing. What it finds is a hint: whoever recorded an offer can repeat it.
package final class ContactSearch: Sendable {
  private static let stepMilliseconds = 500
  /// After how many steps it begins again if it cannot search.
  private static let idleSteps = 20

  private let vault: Vault
  private let report: @Sendable (Set<String>) -> Void
  private let isStopped = Atomic(false)

  /// - Parameter report: gets the names of all who are there, after each change.
  package init(in vault: Vault, report: @escaping @Sendable (Set<String>) -> Void) {
    (self.vault, self.report) = (vault, report)
  }

  package func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Searches until `stop` for those who are contacts when it begins. Blocks its thread.
  package func run() {
    guard let contacts = try? vault.contacts() else { return }
    let keys = contacts.compactMap { contact in
      (try? vault.linkKeys(of: contact)).map { (name: contact.name, keys: $0) }
    }
    let finder = { (offer: Offer) in
      keys.first { LinkOffer.key(of: offer, among: $0.keys) != nil }?.name
    }
    while !isStopped.load(ordering: .relaxed) {
      try? search(finder)
      report([])
      for _ in 0..<ContactSearch.idleSteps where !isStopped.load(ordering: .relaxed) {
        usleep(UInt32(ContactSearch.stepMilliseconds * 1000))
      }
    }
  }

  private func search(_ name: @escaping (Offer) -> String?) throws(DiscoveryError) {
    var search = try Search(for: .exchange, offering: nil, wanting: { name($0) != nil })
    var present: [Offer: String] = [:]
    while !isStopped.load(ordering: .relaxed) {
      let events = try search.step(timeoutMilliseconds: ContactSearch.stepMilliseconds)
      for event in events {
        switch event {
        case .appeared(let offer): present[offer] = name(offer)
        case .vanished(let offer): present[offer] = nil
        case .registered: break
        }
      }
      if !events.isEmpty { report(Set(present.values)) }
    }
  }
}
