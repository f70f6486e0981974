internal import Exchange
internal import Link
internal import Pad
internal import Vault

// Who of the contacts is on the local network, and has opened the conversation there.
extension WindowModel {
  /// A thread of its own, which a search keeps until it is stopped.
  private static let executor = BlockingExecutor(threads: 1)

  /// Looks for these contacts from now on. Goes on as it is if they have the pads that they had.
  func look(for contacts: [Contact]) {
    guard let vault, environment.looksForContacts else { return }
    let pads = contacts.flatMap { contact in contact.pads.map { "\(contact.name)/\($0.id)" } }
    if search?.pads == pads { return }
    stopLooking()
    if pads.isEmpty { return }
    let mainLoop = environment.mainLoop
    let new = ContactSearch(in: vault) { [weak self] names in
      mainLoop.post { [weak self] in
        if self?.search?.pads == pads { self?.see(names) }
      }
    }
    search = (new, pads)
    Task.detached(executorPreference: WindowModel.executor) { new.run() }
  }

  func stopLooking() {
    search?.search.stop()
    (search, hereNow) = (nil, [])
  }

  /// Those who are there now.
  func see(_ names: Set<String>) {
    // The person of the conversation is told there.
    let news = names.subtracting(hereNow).subtracting([conversation?.name].compactMap(\.self))
    hereNow = names
    changed()
    if !news.isEmpty { notice("Somebody is here") }
  }
}
