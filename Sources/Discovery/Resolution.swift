internal import CDNSSD

/// The steps from an offer to addresses: its host and port on each interface, then the host's
/// addresses there. A failure on one interface is ignored as long as another answers.
package struct Resolution {
  /// The most hosts, and the most addresses, to try.
  private static let limit = 16
  private static let longest: Duration = .seconds(5)
  /// If nothing new has come for this long, what came is all.
  private static let quiet: Duration = .milliseconds(300)

  /// The open questions; the port is that of the host whose addresses are asked for.
  private var questions: [(operation: Operation, port: UInt16)]
  private var targets: Set<Target> = []
  private var endpoints: Set<OfferAddress> = []
  private let networks: LocalNetworks
  private let start = ContinuousClock.now
  private var lastNews = ContinuousClock.now

  init(_ offer: Offer, of service: Service, interfaces: [UInt32]) {
    networks = .current()
    questions = interfaces.compactMap { interface in
      (try? Operation.resolve(offer, of: service, interface: interface)).map { ($0, 0) }
    }
  }

  /// Whether nothing more is expected.
  package var isOver: Bool {
    let now = ContinuousClock.now
    return questions.isEmpty || now - start >= Resolution.longest
      || !endpoints.isEmpty && now - lastNews > Resolution.quiet
  }

  /// What was found so far, the best one first.
  package var addresses: [OfferAddress] { endpoints.sorted() }

  /// Waits for answers.
  package mutating func step(milliseconds: Int) {
    let before = (targets.count, endpoints.count)
    wait(for: questions.map(\.operation), milliseconds: milliseconds)
    for index in questions.indices.reversed() where !takeReplies(to: index) {
      questions.remove(at: index)
    }
    if before != (targets.count, endpoints.count) { lastNews = .now }
  }

  /// Handles the replies to a question, and returns whether it is still open.
  private mutating func takeReplies(to index: Int) -> Bool {
    let question = questions[index]
    for reply in question.operation.takeReplies() {
      switch reply {
      case .resolved(let target): ask(target)
      case .address(let bytes, let interface):
        // A stranger could name any address, and have this end call it.
        guard networks.include(bytes, interface: interface) else { break }
        add(OfferAddress(address: bytes, port: question.port, interface: interface))
      case .failed: return false
      case .registered, .added, .removed: break
      }
    }
    return true
  }

  private mutating func ask(_ target: Target) {
    guard targets.count < Resolution.limit, targets.insert(target).inserted else { return }
    for type in [kDNSServiceType_AAAA, kDNSServiceType_A] {
      guard let operation = try? Operation.addresses(of: target, type: type) else { continue }
      questions.append((operation, target.port))
    }
  }

  private mutating func add(_ endpoint: OfferAddress?) {
    guard let endpoint, endpoints.count < Resolution.limit else { return }
    endpoints.insert(endpoint)
  }
}
