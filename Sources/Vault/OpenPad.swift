// Invariant 1, once, and 2, commit before release: a pad is changed only through `commit`, which
// makes the new state durable in one slot, wipes what it spends, and only then renews the other.
// After any error the value is dropped; the next opening recovers (vault.md, "Order of writes").
internal import Codec
internal import Pad
internal import System

/// One pad, locked and opened for a change.
struct OpenPad: ~Copyable {
  let id: PadID
  private let vault: Vault
  private let stateFile: any StoredFile
  private(set) var state: PadState
  private var generation: UInt64
  /// One that was heard outside. Each change is beyond it, so that the one outside follows again.
  private var heard: UInt64 = 0
  /// Bytes of each slot, in whole pages, that have to be covered by what is written next.
  private var covered: [Int]

  /// Whether what the last change spends is spent.
  private(set) var outcome = Outcome.unchanged

  var record: PadState.Record { state.record }
  var environment: VaultEnvironment { vault.environment }

  enum Opening: ~Copyable {
    case opened(OpenPad)
    /// Nothing was changed: something is to be decided first, or to be made durable again. This is
    /// what closes the contact's pads, nil where it was decided before; and the last decision that
    /// the pad follows.
    case undecided(SendingClosure?, followed: DecisionID?)
  }

  /// Opens, locks, and recovers a pad whose last change was cut short. What was decided for it is
  /// done only where the caller says that it is durable: `following`.
  static func open(
    _ id: PadID, of vault: Vault, moved: MovedPad = .isRefused, following: Decisions? = nil
  ) throws(VaultError) -> Opening {
    let path = vault.layout.state(id)
    let (file, attributes) = try VaultFile.openWithAttributes(
      path, lock: .exclusive, in: vault.environment)
    try VaultFile.checkFileSystem(file, vault.environment)
    try StateSlot.check(attributes, path: path)
    // A kill can leave the cache ahead of the disk, and a failed sync can leave the cache showing
    // what the disk lacks: sync first, then read past the cache.
    let environment = vault.environment
    let bytes = try system { () throws(SystemError) in
      try environment.step(.firstSync) { () throws(SystemError) in try file.syncData() }
      return try VaultFile.readCopies(of: StateSlot.byteCount) {
        count, offset throws(SystemError) in
        try environment.step(
          .readPastCache, without: try VaultFile.read(count, of: file, at: offset)
        ) { () throws(SystemError) in try file.readPastCache(count: count, at: offset) }
      }
    }
    let recovery = try StateRecovery(
      bytes, id: id, path: path, rootKey: vault.rootKey, in: environment)
    let (steps, generation) = (recovery.steps, recovery.generation)
    let covered = [0, 1].map { StateSlot.covered(bytes.span.slot($0)) }
    var pad = OpenPad(id, of: vault, stateFile: file, recovery: recovery, covered: covered)
    // Before anything is written: finishing raises the generation, which is what the one outside is
    // compared with.
    let decisions = if let following { following } else { try vault.knownDecisions() }
    let isWitness = try environment.step(.hearing, without: false) { () throws(VaultError) in
      try vault.isWitness(id, pad.record, generation, decisions)
    }
    if isWitness { return .undecided(.vaultIsOlder, followed: pad.record.followed) }
    pad.heard = decisions.passable(of: id)
    let decided = decisions.applied(to: pad.record)
    let isPassing = pad.heard > generation
    if following == nil, isPassing || decided != pad.record {
      return .undecided(nil, followed: pad.record.followed)
    }
    let accepted = try pad.accepted(moved, decided)
    // What is outside of this very pad said it, and says it again where the vault goes back once
    // more. A greater generation there would close the vault that is not older, too.
    let isTold =
      isPassing && pad.record.closure == nil && accepted.closure == .vaultIsOlder
    try environment.step(.repair) { () throws(VaultError) in
      try pad.recover(steps, accepted, isTold: isTold)
    }
    if accepted != pad.record { try pad.commit(accepted, isTold: isTold) }
    return .opened(pad)
  }

  private init(
    _ id: PadID, of vault: Vault, stateFile: any StoredFile, recovery: consuming StateRecovery,
    covered: [Int]
  ) {
    self.id = id
    self.vault = vault
    self.stateFile = stateFile
    self.covered = covered
    generation = recovery.generation
    state = recovery.takeState()
  }

  /// Where its chunks are.
  var chunkPath: String { vault.layout.chunks(id) }

  // MARK: Reading

  /// The file of the chunks, to read them.
  func readableChunks() throws(VaultError) -> ChunkFile { try chunkFile(lock: .shared) }

  /// Where a packet that starts with these chunks of a lane stands.
  func place(_ chunks: Range<Int>, lane: Int) -> PacketPlace {
    PacketPlace(padID: id.bytes, lane: lane, chunk: chunks.lowerBound)
  }

  /// Where a packet of ours is put while it is made.
  func placing(_ count: Int, in file: (any StoredFile)?) throws(VaultError) -> PacketPlacing {
    try vault.placing(count, in: file)
  }

  // MARK: Changing

  /// Makes a new record durable and destroys the chunks of `spent` (over both lanes). In between,
  /// `use` has them for the last time: from the commit on they are spent, whatever happens. The
  /// generation outside follows, except where it `isTold` by that one what there is to change.
  mutating func commit(
    _ record: PadState.Record, spending spent: [Range<Int>] = [], isTold: Bool = false,
    _ use: (ChunkFile, borrowing KeyTree) throws(VaultError) -> Void = { _, _ in }
  ) throws(VaultError) {
    // Opening may have changed the pad already.
    outcome = .unchanged
    var changed = state.changed(to: record, spending: spent)
    changed.generationBefore = try beginGeneration(isTold: isTold)
    guard changed.encodedBytes <= StateSlot.capacity else {
      throw .tooManyMissing(from: record.contact)
    }
    swap(&state, &changed)
    try environment.step(.commitBeforeRelease) { () throws(VaultError) in
      outcome = .uncertain
      try write(slot: 1, syncedAs: .commitSync)
      outcome = .durable
      if !isTold { GenerationWitness(id, of: vault)?.write(generation) }
    }
    let chunks = spent.isEmpty ? nil : try chunkFile(lock: .exclusive)
    if let chunks { try use(chunks, changed.tree) }
    try environment.step(.commitBeforeRelease) { () throws(VaultError) in
      if let chunks {
        try environment.step(.wipe) { () throws(VaultError) in try wipe(spent, of: chunks) }
      }
      try environment.step(.secondSlot) { () throws(VaultError) in
        try write(slot: 0, syncedAs: .secondSlotSync)
      }
    }
  }

  /// The next generation: beyond all that was committed here, heard outside, or begun in another
  /// past. Answers which it comes after, where that is not the one before it.
  private mutating func beginGeneration(isTold: Bool) throws(VaultError) -> UInt64? {
    let before = generation
    let witness = GenerationWitness(id, of: vault)
    let begun = try system { () throws(SystemError) in try witness?.readBegun() } ?? 0
    generation = max(generation, heard, Decisions.passable(begun)) + 1
    if !isTold { witness?.begin(generation) }
    return generation == before + 1 ? nil : before
  }

  /// Whether a record with `spent` gone still fits its slot and leaves room for sending; or takes
  /// no more than the present one, which the sending may have grown into its room.
  func hasRoom(_ record: PadState.Record, spending spent: [Range<Int>]) -> Bool {
    let bytes = state.changed(to: record, spending: spent).encodedBytes
    return bytes <= StateSlot.capacity - StateSlot.sendingReserve || bytes <= state.encodedBytes
  }

  private mutating func write(
    slot: Int, syncedAs step: ProtocolStep = .repair
  ) throws(VaultError) {
    let page = StateSlot.seal(
      state, generation: generation, slot: slot, id: id, covering: covered[slot],
      rootKey: vault.rootKey, randomness: vault.environment.randomness)
    let (file, environment) = (stateFile, environment)
    try system { () throws(SystemError) in
      try file.write(page.span, at: slot * StateSlot.byteCount)
      try environment.step(step) { () throws(SystemError) in try file.syncData() }
    }
    covered[slot] = page.count
  }

  private func wipe(_ spent: [Range<Int>], of chunks: ChunkFile) throws(VaultError) {
    let environment = environment
    try system { () throws(SystemError) in
      try chunks.wipe(spent)
      try environment.step(.wipeBeforeScrub) { () throws(SystemError) in
        try chunks.file.syncData()
      }
    }
  }

  /// The lock is the state's; the chunks' file has none of its own once it is committed.
  private func chunkFile(lock: LockKind) throws(VaultError) -> ChunkFile {
    let path = chunkPath
    let isThere = try system { () throws(SystemError) in
      try vault.storage.attributes(at: path) != nil
    }
    guard isThere else { throw .padDamaged(contact: record.contact, path: path) }
    let file = try VaultFile.open(path, lock: lock, in: vault.environment)
    let chunks = ChunkFile(
      file: file, id: id, chunkBytes: record.shape.chunkBytes, environment: environment)
    guard try chunks.holds(record.shape.chunks) else {
      throw .padDamaged(contact: record.contact, path: path)
    }
    return chunks
  }

  #if DEBUG
    /// Takes what was known before as what is known now, as a test may want it.
    mutating func goBack(to record: PadState.Record) { state.record = record }
  #endif

  // MARK: Opening

  /// `accepted` is the record as it is to be, in every state that is written from here on.
  private mutating func recover(
    _ steps: StateRecovery.Steps, _ accepted: PadState.Record, isTold: Bool
  ) throws(VaultError) {
    switch steps {
    case .none: return
    case .renew(let slot):
      try write(slot: slot)
      environment.warnOfRenewal(in: stateFile.path)
    case .finish(let older, let spent):
      if !spent.isEmpty { try wipe(spent, of: chunkFile(lock: .exclusive)) }
      state = state.changed(to: accepted, spending: [])
      state.generationBefore = try beginGeneration(isTold: isTold)
      try write(slot: older)
      if !isTold { GenerationWitness(id, of: vault)?.write(generation) }
      try write(slot: 1 - older)
    }
  }

  /// What the binding makes of the record, before anything is written: one that was accepted must
  /// never be durable without the closing that goes with it.
  private func accepted(
    _ moved: MovedPad, _ decided: PadState.Record
  ) throws(VaultError) -> PadState.Record {
    let file = stateFile
    let attributes = try system { () throws(SystemError) in try file.attributes() }
    var accepted = decided
    accepted.binding = Binding(of: attributes, machineID: vault.environment.machineID)
    if accepted.binding != record.binding {
      if moved == .isRefused { throw .moved(contact: decided.contact) }
      if moved == .closesSending { accepted.closure = accepted.closure ?? .moved }
    }
    return accepted
  }
}
