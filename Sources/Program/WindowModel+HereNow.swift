internal import Exchange
internal import Link
internal import Pad
internal import Vault

// Who of the contacts has opened the conversation on the local network. A conversation with them goes
// on here in the background, so that the list can say that they are here, and that they have written;
// nothing is read there.
extension WindowModel {
  private static let mostInBackground = 16
  /// How long after a notice of somebody there is no other one of them.
  private static let noticePause: Duration = .seconds(600)

  /// A thread of its own, which a search keeps until it is stopped.
  private static let executor = BlockingExecutor(threads: 1)

  /// Looks for these contacts from now on. Goes on as it is if they have the pads that they had.
  func look(for contacts: [Contact]) {
    guard let vault, environment.looksForContacts, !isEnding else { return }
    let pads = contacts.flatMap { contact in contact.pads.map { "\(contact.name)/\($0.id)" } }
    if contactSearch?.pads == pads { return }
    stopLooking()
    if pads.isEmpty { return }
    let mainLoop = environment.mainLoop
    let search = ContactSearch(for: contacts, in: vault) { [weak self] search, places in
      mainLoop.post { [weak self] in
        if self?.contactSearch?.search === search { self?.see(places) }
      }
    }
    let task = Task.detached(executorPreference: WindowModel.executor) { search.run() }
    contactSearch = (search, pads, task)
  }

  func stopLooking() {
    contactSearch?.search.stop()
    (contactSearch, places) = (nil, [:])
  }

  /// Where contacts seem to be now.
  func see(_ places: [String: Endpoint]) {
    self.places = places
    followPlaces()
    changed()
  }

  /// Begins and ends conversations in the background.
  func followPlaces() {
    guard let vault, pairing == nil else { return }
    for (name, place) in places where name != conversation?.name {
      if let model = background[name] {
        if !model.isHere, !model.isReached(by: place) { model.reach(by: .connect(place)) }
      } else if background.count < WindowModel.mostInBackground {
        let model = newConversation(with: name, in: vault)
        model.route = .connect(place)
        background[name] = model
        model.open(looks: true, after: ending)
      }
    }
    for (name, model) in background
    where places[name] == nil && !model.isHere && !model.hasNews {
      closeInBackground(name)
    }
  }

  func closeInBackground(_ name: String) {
    if let model = background.removeValue(forKey: name) { end(after: model.close()) }
  }

  /// A conversation that nobody sees has changed.
  func follow(_ model: ConversationModel) {
    guard background[model.name] === model else { return }
    if model.isHere { greet(model.name) } else { followPlaces() }
    changed()
  }

  private func greet(_ name: String) {
    let now = ContinuousClock.now
    if let last = greeted[name], now - last < WindowModel.noticePause { return }
    greeted[name] = now
    notice("Somebody is here")
  }
}
