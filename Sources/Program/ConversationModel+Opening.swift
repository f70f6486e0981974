internal import Exchange
internal import Link
internal import Vault
internal import Wording

// How a conversation begins and ends.
extension ConversationModel {
  /// What can be written, as far as the vault knows.
  struct Allowance: Sendable {
    let amount: String
    let obstacle: String?

    init(_ contact: Contact) {
      amount = Person.amount(of: contact)
      obstacle = Person.obstacle(contact)
    }
  }

  /// Begins, and if `looks`, seeks the other end on the network once what went on before has ended.
  func open(looks: Bool, after earlier: Task<Void, Never>?, isFirstTry: Bool = true) {
    let (vault, name, reporter) = (vault, name, reporter!)
    let randomness = environment.vault.randomness
    worker.run {
      let contact = try vault.contact(name)
      let conversation = try Conversation(
        vault, with: contact, randomness: randomness, screen: reporter)
      return (conversation, Allowance(contact))
    } then: { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .failure(let error):
        if case VaultError.conversationIsOpen = error { openOnceFree(looks: looks, after: earlier) }
        if isFirstTry { fail(error) }
      case .success((let conversation, let allowance)):
        (amount, obstacle) = (allowance.amount, allowance.obstacle)
        begin(conversation)
        if looks { link = look(by: conversation, after: earlier) }
      }
    }
  }

  /// Tries again soon: the other conversation with this person may end at any time.
  private func openOnceFree(looks: Bool, after earlier: Task<Void, Never>?) {
    setPresence("Waiting until the other chat with \(name) is closed", isHere: false)
    let mainLoop = environment.mainLoop
    Task.detached { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      mainLoop.post { [weak self] in
        guard let self, !isClosed else { return }
        open(looks: looks, after: earlier, isFirstTry: false)
      }
    }
  }

  private func begin(_ conversation: Conversation) {
    (self.conversation, presence) = (conversation, "")
    let waiting = conversation.waitingCount
    if waiting > 0 {
      let areShort = conversation.waitingBytes <= ConversationModel.mostCopyableBytes
      add(.own(1...waiting, .waiting), "", canBeCopied: areShort)
    }
    report()
    if let text = pastedEarly { paste(text) }
    pastedEarly = nil
  }

  private func look(
    by conversation: Conversation, after earlier: Task<Void, Never>?
  ) -> Task<Void, Never> {
    let (mainLoop, route) = (environment.mainLoop, route)
    return Task.detached { [weak self] in
      await earlier?.value
      if Task.isCancelled { return }
      do throws(ExchangeError) { try await conversation.run(by: route) } catch {
        if error == .link(.cancelled) { return }
        mainLoop.post { [weak self] in self?.lookingFailed(error) }
      }
    }
  }

  /// Seeks the other end another way from now on.
  func reach(by route: Route) {
    (self.route, nextRoute, needsAddress) = (route, nil, false)
    // One that has not begun yet begins that way.
    guard let conversation else { return }
    link?.cancel()
    link = look(by: conversation, after: link)
  }

  /// Whether it calls the other end there.
  func isReached(by place: Endpoint) -> Bool {
    if case .connect(place) = route { true } else { false }
  }

  /// Brings it from the background to the front. A connection that was made there is kept as long as it
  /// lasts.
  func come(to route: Route) {
    if isHere {
      nextRoute = route
      return
    }
    reach(by: route)
    setPresence(search, isHere: false)
  }

  /// How the other end is sought, in words.
  var search: String {
    switch route {
    case .network, .through: "Looking for \(name) on this network"
    case .listen:
      place.map { "Waiting for \(name) at \($0)" }
        ?? "This computer has no address: join a network"
    case .connect(let endpoint): "Connecting to \(endpoint)"
    }
  }

  /// Whether the page about the person may offer a better way to them.
  package var hasOtherWay: Bool {
    if case .network = route { return needsAddress }
    return !isHere
  }

  /// Says that the other end is not there.
  func showAbsence(_ event: ConversationEvent) {
    switch (event, route) {
    case (.unreached(.notFound), .network):
      needsAddress = true
      setPresence("\(name) cannot be found on this network: what you write waits", isHere: false)
    case (.unreached, .connect(let endpoint)):
      setPresence(
        "\(name) does not answer at \(endpoint): ask for the address on the other screen",
        isHere: false)
    case (_, .listen): setPresence(search, isHere: false)
    default: setPresence("\(name) is not connected", isHere: false)
    }
  }

  /// Where this end waits; nil if it does not, or has no address.
  var place: String? {
    guard case .listen(_, let port) = route else { return nil }
    let places = LocalAddresses.toType().map { Endpoint(host: $0, port: port).description }
    return places.isEmpty ? nil : places.joined(separator: " or ")
  }

  func lookingFailed(_ error: ExchangeError) {
    if isClosed { return }
    needsAddress = true
    setPresence(
      "Not reachable: connect by address, or copy your messages for email", isHere: false)
    fail(error)
  }

  /// Says goodbye to the other end, and forgets everything. The task ends once nothing of it goes on.
  func close() -> Task<Void, Never> {
    isClosed = true
    scan?.stop()
    (lines, offered, words) = ([], [:], [:])
    (chosen, codes, scan) = (nil, nil, nil)
    let (conversation, link) = (conversation, link)
    conversation?.releaseLock()
    return Task.detached {
      await conversation?.leave()
      link?.cancel()
      await link?.value
    }
  }
}
