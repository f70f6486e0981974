internal import Pad
internal import System

/// The health of one pad, as a reader finds it.
package struct PadCondition: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case working
    /// Waits for the other end's first message.
    case waiting
    case closed(SendingClosure)
    /// Copied, restored or moved here, and not adopted.
    case moved
    /// One of the two copies of its state is damaged; the next change mends it.
    case halfDamaged
    case damaged(VaultError)
  }

  package let id: PadID
  package let contact: String
  package let kind: Kind
}

extension Vault {
  package func conditions() throws(VaultError) -> [PadCondition] {
    let reading = try book()
    var found: [PadCondition] = []
    for pad in reading.book.pads {
      guard let state = try padReading(of: pad, reading.book, wholly: true) else { continue }
      let kind = try kind(of: pad, state, reading)
      found.append(PadCondition(id: pad.id, contact: reading.book.name(of: pad), kind: kind))
    }
    return found
  }

  private func kind(
    of pad: ContactBook.Pad, _ state: PadReading, _ reading: BookReading
  ) throws(VaultError) -> PadCondition.Kind {
    guard let record = state.record else {
      return .damaged(state.error ?? .padDamaged(contact: nil, path: layout.state(pad.id)))
    }
    if let damage = try damage(ofChunks: pad.id, record, reading.book.name(of: pad)) {
      return .damaged(damage)
    }
    if reading.isMoved || state.isMoved { return .moved }
    if let closure = reading.book.closure(of: pad) { return .closed(closure) }
    if let fault = state.counterFault { return .damaged(fault) }
    if reading.newerGeneration != nil || state.seenGeneration(ifNewerThan: reading) != nil {
      return .closed(.vaultIsOlder)
    }
    if state.hasDamagedSlot { return .halfDamaged }
    return record.isConfirmed ? .working : .waiting
  }

  /// What is wrong with the chunk file's length. Seals are verified when chunks are used.
  private func damage(
    ofChunks id: PadID, _ record: PadState.Record, _ name: String
  ) throws(VaultError) -> VaultError? {
    let path = layout.chunks(id)
    let found = try system(storage.attributes(at: path))
    let bytes = record.shape.sealedBytes
    if let found, found.size > bytes { return .tooLong(path: path, bytes: bytes) }
    return found?.size == bytes ? nil : .padDamaged(contact: name, path: path)
  }

  /// Damage outside the pads: the list of forgotten ones, the contact book, its counter.
  package func damagesOfLists() -> [VaultError] {
    let list = damage { () throws(VaultError) in
      _ = try gone.ids()
      return nil
    }
    let book = damage { () throws(VaultError) in try lockBook().counterFault }
    return [list, book].compactMap(\.self)
  }

  private func damage(_ look: () throws(VaultError) -> VaultError?) -> VaultError? {
    do throws(VaultError) { return try look() } catch {
      switch error {
      case .listDamaged, .bookDamaged, .system: return error
      default: return nil
      }
    }
  }
}
