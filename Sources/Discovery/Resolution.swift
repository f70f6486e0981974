internal import CDNSSD

/// The steps from an offer to addresses: its host and port on each interface, then the host's
/// addresses there. A failure on one interface is ignored as long as another answers.
struct Resolution {
  /// The most hosts, and the most addresses, to try.
  private static let limit = 16

  /// The open questions; the port is that of the host whose addresses are asked for.
  private var questions: [(operation: Operation, port: UInt16)]
  private var targets: Set<Target> = []
  private(set) var endpoints: Set<OfferAddress> = []
  private let networks: LocalNetworks

  init(_ offer: Offer, of service: Service, interfaces: [UInt32]) {
    networks = .current()
    questions = interfaces.compactMap { interface in
      (try? Operation.resolve(offer, of: service, interface: interface)).map { ($0, 0) }
    }
  }

  /// Whether nothing is left that could answer.
  var isOver: Bool { questions.isEmpty }

  /// Waits for answers, and returns whether any brought something new.
  mutating func step(milliseconds: Int) -> Bool {
    let before = (targets.count, endpoints.count)
    wait(for: questions.map(\.operation), milliseconds: milliseconds)
    for index in questions.indices.reversed() where !takeReplies(to: index) {
      questions.remove(at: index)
    }
    return before != (targets.count, endpoints.count)
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
