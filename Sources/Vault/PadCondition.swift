internal import System

/// How one pad does, as a reader sees it.
package struct PadCondition: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case working
    /// For the other end's first message.
    case waiting
    case closed(SendingClosure)
    /// Copied, restored or moved here, and not adopted.
    case moved
    case damaged
  }

  package let id: PadID
  /// Nil where the pad does not say whose it is.
  package let contact: String?
  package let kind: Kind

  package init(id: PadID, contact: String?, kind: Kind) {
    self.id = id
    self.contact = contact
    self.kind = kind
  }
}

extension Vault {
  package func conditions() throws(VaultError) -> [PadCondition] {
    try padIDs().map { id throws(VaultError) -> PadCondition in
      do throws(VaultError) {
        let record = try read(id)
        return PadCondition(id: id, contact: record.contact, kind: try kind(of: record, id))
      } catch {
        guard error.isOfOnePad else { throw error }
        return PadCondition(id: id, contact: nil, kind: .damaged)
      }
    }
  }

  private func kind(
    of record: PadState.Record, _ id: PadID
  ) throws(VaultError) -> PadCondition.Kind {
    let found = try system { () throws(SystemError) in
      try storage.attributes(at: layout.state(id))
    }
    if let found, Binding(of: found, machineID: environment.machineID) != record.binding {
      return .moved
    }
    if let closure = record.closure { return .closed(closure) }
    return record.isConfirmed ? .working : .waiting
  }
}
