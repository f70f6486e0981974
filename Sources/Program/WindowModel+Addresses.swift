internal import Exchange
internal import Link
internal import Pairing
internal import Wording

// Two computers that do not find each other by themselves: one waits at an address, and the other
// person types that.
extension WindowModel {
  /// Goes to the page for addresses.
  package func beginAddressing(_ name: String) {
    guard pairing == nil, begin(naming: name) else { return }
    meeting.step = .addressing(note: nil)
    changed()
  }

  /// Waits until the other computer connects.
  package func awaitCall() {
    let addresses = LocalAddresses.toType()
    if addresses.isEmpty {
      meeting.step = .addressing(
        note: "This computer has no address: join a network, or carry the pad on a USB stick.")
      return changed()
    }
    meeting.step = .searching("One moment.")
    pair(at: addresses) { (pairing, _) async throws(PairingError) in
      try await pairing.listen(host: nil, port: 0)
    } done: { [weak self] in
      self?.finish($0)
    }
    changed()
  }

  /// Connects to the address on the other screen.
  package func call(_ typed: String) {
    guard let endpoint = WindowModel.endpoint(typed) else {
      meeting.step = .addressing(note: "\(WindowModel.howToType.sentenceStart).")
      return changed()
    }
    meeting.step = .searching("Connecting to \(endpoint).")
    meeting.route = .connect(endpoint)
    pair { (pairing, _) async throws(PairingError) in
      try await pairing.connect(to: .endpoints([endpoint]))
    } done: { [weak self] in
      self?.finish($0)
    }
    changed()
  }

  private static let howToType =
    "type all of the address on the other screen, such as 192.168.1.5:40123"

  private static func endpoint(_ typed: String) -> Endpoint? {
    Address(typed.filter { !$0.isWhitespace }, hostIsOptional: false).map(Endpoint.init)
  }

  // MARK: To talk

  /// Whether the contact on the page is reached by an address, and not looked for on the network.
  package var isByAddress: Bool { details.map { routes[$0.name] != nil } ?? false }

  /// Whether the contact on the page is connected: another way would only end that.
  package var isConnected: Bool {
    conversation?.name == details?.name && conversation?.isHere == true
  }

  /// Looks for the contact on the page on the local network again.
  package func talkOnNetwork() { talk(by: nil) }

  /// Waits until the window of the contact on the page connects to this computer.
  package func awaitContact() {
    // Only to see the address again?
    if case .listen? = conversation?.route, conversation?.name == details?.name,
      conversation?.needsAddress == false
    {
      return closeDetails()
    }
    talk(by: .listen(host: nil, port: 0))
  }

  /// Connects to the address on the screen of the contact on the page.
  package func callContact(_ typed: String) {
    guard let endpoint = WindowModel.endpoint(typed) else {
      return fail(Problem("This is not an address", hint: WindowModel.howToType))
    }
    talk(by: .connect(endpoint))
  }

  private func talk(by route: Route?) {
    guard let name = details?.name else { return }
    clearFailure()
    routes[name] = route
    if conversation?.name == name { conversation?.reach(by: route ?? .network(port: 0)) }
    closeDetails()
  }
}
