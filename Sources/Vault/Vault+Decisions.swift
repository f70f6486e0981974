internal import Pad
internal import System

// Where what was decided for several pads stands. The file is replaced as a whole and never removed:
// without a lock, it is what was decided before or after.
extension Vault {
  /// What was decided; nothing where there is no file.
  func decisions() throws(VaultError) -> Decisions {
    // First: who decides writes there last.
    var (outside, deafness) = (DecisionID?.none, SystemError?.none)
    do throws(SystemError) { outside = try DecisionWitness(of: self)?.read() } catch {
      deafness = error
    }
    switch try readDecisions().reading {
    case .decisions(var decisions):
      decisions.deafness = deafness
      if let outside, !decisions.has(outside) { decisions.lostOutside = outside }
      return decisions
    case .damaged: throw .decisionsDamaged(path: layout.decisions)
    case .newer: throw .newerVersion(path: layout.decisions)
    }
  }

  /// The same for what does not send: where the file is damaged messages can still be read. One that
  /// the medium does not give now is an error: it may give it later.
  func knownDecisions() throws(VaultError) -> Decisions {
    do throws(VaultError) { return try decisions() } catch {
      if case .decisionsDamaged = error { return .unknown }
      throw error
    }
  }

  /// What is wrong with the file; nil when nothing is.
  func damageOfDecisions() -> VaultError? {
    do throws(VaultError) {
      return try decisions().deafness.map { .system($0) }
    } catch { return error }
  }

  /// What is damaged of what stands outside of the pads, their list and the decisions.
  package func damagesOfLists() -> [VaultError] {
    [damageOfList(), damageOfDecisions()].compactMap(\.self).filter { error in
      switch error {
      case .listDamaged, .decisionsDamaged, .system: true
      default: false
      }
    }
  }

  private func readDecisions() throws(VaultError) -> (reading: Decisions.Reading, hasDamage: Bool) {
    let path = layout.decisions
    try VaultFile.check(path, is: .regular, in: storage)
    let bytes = try system { () throws(SystemError) -> [UInt8]? in
      if try storage.attributes(at: path) == nil { return nil }
      let file = try storage.open(path, writable: false)
      let size = try file.attributes().size
      if size > Decisions.mostBytes || !size.isMultiple(of: 2) { return [] }
      return try VaultFile.readCopies(of: size / 2) { count, offset throws(SystemError) in
        try VaultFile.read(count, of: file, at: offset)
      }
    }
    guard let bytes else { return (.decisions(Decisions()), false) }
    return Decisions.read(bytes, of: id, rootKey: rootKey)
  }

  /// Writes a damaged copy again when the vault is opened, unless somebody is at work on it. What
  /// cannot be done now is left for the next time.
  func renewDecisions() {
    guard (try? readDecisions())?.hasDamage == true, let lock = lockIfFree() else { return }
    if case .decisions(let decisions)? = (try? readDecisions())?.reading,
      (try? keep(decisions)) != nil
    {
      environment.warnOfRenewal(in: layout.decisions)
    }
    withExtendedLifetime(lock) {}
  }

  /// The vault's lock, where nobody has it.
  func lockIfFree() -> (any StoredFile)? {
    guard let header = try? storage.open(layout.header, writable: true),
      (try? header.tryLock(.exclusive)) == true
    else { return nil }
    return header
  }

  /// Makes it durable. The caller holds the vault's lock.
  func keep(_ decisions: Decisions) throws(VaultError) {
    let new = layout.decisions + ".new"
    try VaultFile.check(new, is: .regular, in: storage)
    let bytes = decisions.sealed(for: id, rootKey: rootKey, randomness: environment.randomness)
    try environment.step(.decision) { () throws(VaultError) in
      try system { () throws(SystemError) in
        if try storage.attributes(at: new) != nil { try storage.remove(new) }
        let file = try storage.create(new)
        try file.write(bytes.span, at: 0)
        try environment.step(.decisionSync) { () throws(SystemError) in try file.sync() }
        try storage.rename(new, to: layout.decisions)
        try environment.step(.decisionSync) { () throws(SystemError) in
          try storage.syncDirectory(layout.directory)
        }
      }
    }
    if let own = decisions.lastOwn { DecisionWitness(of: self)?.write(own, of: decisions) }
  }

  /// The same for what stands there already: after a kill or a failed sync the cache shows what the
  /// medium may lack.
  func keepAgain(_ decisions: Decisions) throws(VaultError) {
    try environment.step(.decisionAgain) { () throws(VaultError) in try keep(decisions) }
  }
}
