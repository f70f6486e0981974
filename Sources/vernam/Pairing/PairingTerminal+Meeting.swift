internal import Link
internal import Pairing
internal import Synchronization
internal import Vault

/// How the two ends find each other.
extension PairingTerminal: MeetingScreen {
  func offering(_ name: String) {
    let before = ownName.withLock { own in
      defer { own = name }
      return own
    }
    if before == name {
      return context.say(
        "This computer is still called \(name). If \(otherEnd()) has ended on the other one, run it there "
          + "again."
      )
    }
    context.say(
      "For this pairing, this computer is called \(name). Run \(otherEnd()) on the other one, with "
        + "your name in place of NAME.")
  }

  func follow(_ step: MeetingStep) {
    switch step {
    case .looking:
      otherName.withLock { $0 = nil }
      list.withLock { $0.startSearch() }
      context.say(verbosely: "asking Avahi who else is pairing here")
      if !LocalAddresses.isOnNetwork {
        context.say(
          "This computer is not on a network. Join the other computer's network, or carry the pad "
            + "there on a USB stick: vernam pair \(ContactName.typed(name)) --carry FOLDER")
      }
    case .appeared(let name):
      hasFound.withLock { $0 = true }
      context.say(verbosely: "appeared: \(name)")
    case .vanished(let name): context.say(verbosely: "gone: \(name)")
    case .lookingFor(let name):
      otherName.withLock { $0 = name }
      StandardError.line("Looking for \(name), which is not on the list, and waiting for its call.")
    case .resolving(let name): context.say(verbosely: "asking Avahi where \(name) is")
    case .resolved(let places):
      let list = places.map(\.description).joined(separator: ", ")
      context.say(verbosely: "connecting to \(list)")
    case .setAside(let name):
      otherName.withLock { $0 = nil }
      list.withLock { $0.startOver() }
      context.say("No answer from \(name): it may have chosen another computer.")
    case .nobodyYet:
      if otherName.withLock({ $0 }) != nil || !LocalAddresses.isOnNetwork { return }
      if let room = way.room {
        return context.say(
          "Nobody here uses the word \(room) yet: the other computer needs --room \(room), too.")
      }
      let command = "vernam pair \(ContactName.typed(name)) --listen 4000"
      let state = hasFound.withLock { $0 } ? "Nobody is pairing here now." : "Nobody found yet."
      context.say(
        "\(state) If this goes on, press Ctrl+C and run \"\(command)\": it prints the command for "
          + "the other computer.")
    case .notOffered:
      if !LocalAddresses.isOnNetwork { return }
      context.say(
        "Avahi does not announce this computer yet: run \"sudo systemctl restart avahi-daemon\", or "
          + "do without it: add \(Self.byHand)")
    }
  }

  func met(_ name: String, weWait: Bool) {
    otherName.withLock { $0 = name }
    context.say(
      weWait ? "Found \(name). Waiting for it to connect." : "Found \(name). Connecting.")
  }

  func choose(among names: [String]) -> MeetingChoice {
    list.withLock { $0.choose(among: names, own: ownName.withLock { $0 }) }
  }
}
