/// A person with whom pads are shared: those of one name, oldest first.
package struct Contact: Sendable {
  /// Bytes of content of the message that "messages left" counts in: an SMS.
  package static let usualMessageBytes = 160

  package let name: String
  package let pads: [PadSummary]

  /// What one pad shows of the vault closes the others too, once it is heard.
  init(name: String, pads: [PadSummary]) {
    self.name = name
    let isHeard = !pads.contains { $0.isWitness && !$0.isMoved }
    self.pads = isHeard ? pads : pads.map { $0.closed(for: .vaultIsOlder) }
  }

  package var messagesLeft: Int {
    pads.reduce(0) { $0 + $1.messagesLeft(contentBytes: Contact.usualMessageBytes) }
  }
  /// Messages that the other end can still send.
  package var messagesToCome: Int {
    pads.reduce(0) { $0 + $1.messagesToCome(contentBytes: Contact.usualMessageBytes) }
  }

  /// Messages that can still be sent after one of this price.
  package func messagesLeft(after price: Vault.Price) -> Int {
    pads.reduce(0) { count, pad in
      let spent = pad.id == price.pad.id ? price.bytes : 0
      return count + pad.messagesLeft(contentBytes: Contact.usualMessageBytes, without: spent)
    }
  }

  package var missing: Int { pads.reduce(0) { $0 + $1.missing } }
  /// Without the pads on which nothing can be sent yet, or any more.
  package var send: PadSummary.Lane {
    sum(pads.filter(\.canSend).map(\.send))
  }
  package var receive: PadSummary.Lane { sum(pads.map(\.receive)) }

  func without(_ ids: [PadID]) -> Contact {
    Contact(name: name, pads: pads.filter { !ids.contains($0.id) })
  }

  private func sum(_ lanes: [PadSummary.Lane]) -> PadSummary.Lane {
    lanes.reduce(PadSummary.Lane(total: 0, used: 0)) {
      PadSummary.Lane(total: $0.total + $1.total, used: $0.used + $1.used)
    }
  }
}
