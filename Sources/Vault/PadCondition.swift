internal import Pad
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
    /// One of the two copies of its state is; the next change mends it.
    case halfDamaged
    case damaged(VaultError)
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
    var found: [PadCondition] = []
    for id in try padIDs() {
      do throws(VaultError) { found.append(try condition(of: id)) } catch {
        // It was forgotten meanwhile.
        if error.isAbsence { continue }
        guard error.isOfOnePad else { throw error }
        found.append(PadCondition(id: id, contact: nil, kind: .damaged(error)))
      }
    }
    return found
  }

  func condition(of id: PadID) throws(VaultError) -> PadCondition {
    let (file, attributes) = try openState(id)
    defer { withExtendedLifetime(file) {} }
    let recovery = try recovery(file, id)
    let (steps, generation) = (recovery.steps, recovery.generation)
    let record = recovery.takeState().record
    let decisions = try knownDecisions()
    let decided = decisions.applied(to: record)
    var kind: PadCondition.Kind = record.isConfirmed ? .working : .waiting
    if case .renew = steps { kind = .halfDamaged }
    var (isWitness, deafness) = (false, VaultError?.none)
    do throws(VaultError) {
      isWitness = try self.isWitness(id, record, generation, decisions)
    } catch { deafness = error }
    if let closure = decided.closure ?? (isWitness ? .vaultIsOlder : nil) {
      kind = .closed(closure)
    }
    if Binding(of: attributes, machineID: environment.machineID) != record.binding { kind = .moved }
    if let damage = try damage(ofChunks: id, record) ?? deafness { kind = .damaged(damage) }
    return PadCondition(id: id, contact: decided.contact, kind: kind)
  }

  /// What is wrong with the length of the chunks' file. Their seals are verified when they are used.
  private func damage(
    ofChunks id: PadID, _ record: PadState.Record
  ) throws(VaultError) -> VaultError? {
    let path = layout.chunks(id)
    let found = try system { () throws(SystemError) in try storage.attributes(at: path) }
    let bytes =
      record.shape.chunks * ChunkFile.sealedBytes(chunkBytes: record.shape.chunkBytes)
    if let found, found.size > bytes { return .tooLong(path: path, bytes: bytes) }
    return found?.size == bytes ? nil : .padDamaged(contact: record.contact, path: path)
  }

  /// What is wrong with the list of forgotten pads; nil when nothing is.
  func damageOfList() -> VaultError? {
    do throws(VaultError) {
      _ = try gone.ids()
      return nil
    } catch { return error }
  }
}
