internal import Link
internal import Pairing

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
    let all = LocalAddresses.all()
    let short = all.filter { !$0.contains(":") }
    let addresses = short.isEmpty ? all : short
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
    guard let address = Address(typed.filter { !$0.isWhitespace }, hostIsOptional: false) else {
      meeting.step = .addressing(
        note: "Type all of the address on the other screen, such as 192.168.1.5:40123.")
      return changed()
    }
    meeting.step = .searching("Connecting to \(address).")
    pair { (pairing, _) async throws(PairingError) in
      try await pairing.connect(to: .endpoints([Endpoint(address)]))
    } done: { [weak self] in
      self?.finish($0)
    }
    changed()
  }
}
