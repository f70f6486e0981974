// Invariant 1, after a restored backup: what shows of one pad that the vault went back in time shows
// it of all that were shared with the same person then. That they send no more is decided first,
// durably (`Decisions`); only then the pad changes that shows it.
internal import Pad
internal import System

extension Vault {
  /// Runs something with the vault's lock. Who has it may take that of a pad; never the other way.
  func locked<Result: ~Copyable>(
    _ body: () throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    return try body()
  }

  // MARK: Opening a pad

  /// Opens a pad for a change, as was decided for it and its contact's others. Takes the vault's lock
  /// where something has to be decided first.
  func openPad(
    _ id: PadID, moved: MovedPad = .isRefused
  ) throws(VaultError) -> OpenPad {
    if case .opened(let pad) = try OpenPad.open(id, of: self, moved: moved) { return pad }
    return try locked { () throws(VaultError) in try openPadLocked(id, moved: moved) }
  }

  /// The same for who holds the vault's lock.
  func openPadLocked(
    _ id: PadID, moved: MovedPad = .isRefused
  ) throws(VaultError) -> OpenPad {
    var decisions: Decisions?
    while true {
      let opening = try OpenPad.open(id, of: self, moved: moved, following: decisions)
      switch consume opening {
      case .opened(let pad): return pad
      case .undecided(let closure, let followed):
        decisions = try decide(closure, for: id, following: followed)
      }
    }
  }

  // MARK: Deciding

  /// Closes for sending, for good, what is shared with the contact whose pad this is.
  func close(_ id: PadID, for closure: SendingClosure) throws(VaultError) {
    try locked { () throws(VaultError) in _ = try decide(closure, for: id) }
    try followClosing(contactName(of: id))
  }

  /// Has pads follow that were closed: the contact's, and everybody's where all were.
  private func followClosing(_ name: String? = nil) throws(VaultError) {
    for contact in try contacts() {
      let isBehind = contact.pads.contains { $0.closure != $0.standingClosure }
      if isBehind || contact.name == name { try follow(contact.name) }
    }
  }

  /// Hears what is kept outside the vault against it, and against pads of one contact, or of all. A
  /// pad that is ahead of what was decided speaks for all, whosever it is.
  package func hearWitnesses(of name: String? = nil) throws(VaultError) {
    let contacts = try contacts()
    if try isBehind(contacts) {
      try locked { () throws(VaultError) in try hearWhatIsAhead() }
      try followClosing()
    }
    for contact in contacts where name == nil || contact.name == name {
      if try speaking(contact).isEmpty { continue }
      // What was read without a lock may be of two moments.
      try locked { () throws(VaultError) in try hearWitnessesLocked(of: contact.name) }
      try followClosing(contact.name)
    }
    _ = try decisions()
  }

  /// The same for who holds the vault's lock.
  func hearWitnessesLocked(of name: String) throws(VaultError) {
    try hearWhatIsAhead()
    for contact in try contacts() where contact.name == name {
      for pad in try speaking(contact) { _ = try decide(.vaultIsOlder, for: pad.id) }
    }
  }

  /// Closes what everybody has, where what was decided went back in time.
  private func hearWhatIsAhead() throws(VaultError) {
    if try isBehind(contacts()) { _ = try decide(.vaultIsOlder, for: nil) }
  }

  private func isBehind(_ contacts: [Contact]) throws(VaultError) -> Bool {
    let decisions = try knownDecisions()
    if let deafness = decisions.deafness { throw .system(deafness) }
    return decisions.lostOutside != nil || contacts.contains { $0.pads.contains(where: \.isAhead) }
  }

  private func speaking(_ contact: Contact) throws(VaultError) -> [PadSummary] {
    let pads = contact.pads.filter { !$0.isMoved }
    // One that cannot be heard may speak: it stops what would be sent with the others, too.
    if let deafness = pads.compactMap(\.deafness).first { throw deafness }
    return pads.filter(\.isWitness)
  }

  /// Makes durable what was decided, and with it this: why the contact's pads are closed whose one
  /// this is, or everybody's. The caller holds the vault's lock.
  private func decide(
    _ closure: SendingClosure?, for id: PadID?, following: DecisionID? = nil
  ) throws(VaultError) -> Decisions {
    guard let closure else {
      let decisions = try decisions()
      try keepAgain(decisions)
      return decisions
    }
    var outside: UInt64?
    if let id { outside = try generationOutside(id) }
    var decisions = try knownDecisions()
    let wasUnknown = decisions.isUnknown
    if wasUnknown { decisions = Decisions() }
    // Where the file is damaged or went back, what it said of anybody is lost.
    let last = try system { () throws(SystemError) in try DecisionWitness(of: self)?.read() }
    let followed = try summaries().map(\.followed) + [following, last]
    let lost = followed.compactMap(\.self).filter { !decisions.has($0) }
    var name = Decisions.everybody
    if let id, !wasUnknown, lost.isEmpty { name = try decisions.applied(to: read(id)).contact }
    decisions.lose(lost)
    decisions.close(name, for: closure, environment.randomness)
    if let id, let outside { decisions.hear(outside, of: id) }
    try keep(decisions)
    return decisions
  }

  /// Has the contact's pads follow in their own states too. One that does not now does so when it is
  /// opened.
  func follow(_ name: String) throws(VaultError) {
    // It may have another name by now.
    for pad in try contacts().first(where: { $0.name == name })?.pads ?? [] {
      do throws(VaultError) { _ = try openPad(pad.id) } catch {
        if case .moved = error { continue }
        environment.warn(error.description)
      }
    }
  }

  /// Whether what is kept outside, or the pad itself, says that the vault went back in time. Throws
  /// that there is no such pad where its own `forget` was stopped, which left a greater one outside.
  func isWitness(
    _ id: PadID, _ record: PadState.Record, _ generation: UInt64, _ decisions: Decisions
  ) throws(VaultError) -> Bool {
    if let deafness = decisions.deafness { throw .system(deafness) }
    let outside = try generationOutside(id)
    if outside == GenerationWitness.gone, try isForgotten(id) {
      throw .system(SystemError("open", layout.state(id), code: SystemError.notFound))
    }
    return decisions.areContradicted(by: record, generation, outside: outside, of: id)
  }
}
