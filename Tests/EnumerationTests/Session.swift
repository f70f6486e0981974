import Codec
import Pad
import Primitives
import System

@testable import Vault

/// One process at work on a vault. What it does is entered in the ledger as the world outside sees
/// it; an error that nothing explains is a violation.
final class Session {
  let stage: Stage
  let disk: SimulatedDisk
  let directory: String
  /// Something else is going on, so calls may fail: a fault, or another process.
  var isDisturbed = false
  private var opened: Vault?

  init(
    _ stage: Stage, directory: String = Cast.directory, disk: SimulatedDisk? = nil,
    fault: Fault? = nil
  ) {
    self.stage = stage
    self.directory = directory
    self.disk = disk ?? SimulatedDisk(stage.machine)
    if let fault { self.disk.fault = fault }
    isDisturbed = self.disk.fault != nil
  }

  var cast: Cast { stage.cast }

  /// Opens the vault once, as a process does.
  func vault() throws(VaultError) -> Vault {
    if let opened { return opened }
    let passphrases = directory == Cast.directory ? stage.ledger.passphrases : [""]
    for passphrase in passphrases.dropLast() {
      do throws(VaultError) { return try open(with: passphrase) } catch {
        guard error == .wrongPassphrase else { throw error }
      }
    }
    return try open(with: passphrases.last!)
  }

  private func open(with passphrase: String) throws(VaultError) -> Vault {
    let vault = try Vault.open(directory, environment: stage.environment(disk)) {
      SecretBytes(copying: Array(passphrase.utf8).span)
    }
    opened = vault
    return vault
  }

  /// Makes calls; answers whether they all returned.
  @discardableResult
  func attempt(
    _ what: String, expecting isExpected: (VaultError) -> Bool = \.isUnexpected,
    _ calls: () throws(VaultError) -> Void
  ) -> Bool {
    do throws(VaultError) {
      try calls()
      return !disk.isDown
    } catch {
      if disk.isDown || isExpected(error) { return false }
      if !isDisturbed || isFalseAlarm(error) { stage.ledger.violate("4: \(what): \(error)") }
      return false
    }
  }

  /// A sound pad is never called damaged, whoever else is at work; but while it is being destroyed.
  private func isFalseAlarm(_ error: VaultError) -> Bool {
    guard case .padDamaged = error else { return false }
    return disk.fault == nil && stage.ledger.pad != .beingDestroyed
  }

  /// The name that the contact has now.
  func name() throws(VaultError) -> String {
    if stage.ledger.names.count == 1 { return stage.ledger.names[0] }
    let found = try vault().contacts().first?.name
    return found ?? stage.ledger.names[0]
  }

  // MARK: Calls

  /// Sends, and releases what comes of it.
  @discardableResult
  func send(_ text: String = "text") -> [UInt8]? {
    stage.ledger.attempts += 1
    var released: [UInt8]?
    let isClosed = stage.ledger.isClosed || stage.ledger.mayBeClosed
    attempt("send", expecting: isClosed ? \.isClosing : \.isUnexpected) { () throws(VaultError) in
      let content = SecretBytes(copying: Array(text.utf8).span)
      let packet = try vault().send(.text, content, to: name())
      if disk.isDown { return }
      stage.ledger.release(packet, cast)
      released = packet
      expectGone()
    }
    return released
  }

  /// Receives a message of the other end; `delivering` runs while its text is handed over.
  func receive(_ number: Int, delivering: () -> Void = {}) {
    let message = cast.messages[number]
    let known = stage.ledger.delivered.contains(number)
    let (disk, stage) = (disk, stage)
    let isRepetition = { (error: VaultError) in
      guard known && error.isRepetition else { return false }
      stage.ledger.consumed.insert(number)
      return true
    }
    attempt("receive \(number)", expecting: isRepetition) { () throws(VaultError) in
      _ = try vault().receive(message.packet) { _, body in
        if disk.isDown { return }
        let text = body.withContent { String(decoding: $0.publicCopy, as: UTF8.self) }
        stage.ledger.expect(text == message.text, "3: message \(number) says something else")
        stage.ledger.expect(
          !stage.ledger.consumed.contains(number), "4: message \(number) is delivered once more")
        stage.ledger.delivered.insert(number)
        delivering()
      }
      if disk.isDown { return }
      stage.ledger.consumed.insert(number)
      expectGone()
    }
  }

  /// Reads, on the other pad, that the other end has seen what was never sent.
  func receiveWitness() {
    stage.ledger.mayBeClosed = true
    let (disk, stage) = (disk, stage)
    attempt("receive a witness", expecting: \.isRepetition) { () throws(VaultError) in
      _ = try vault().receive(cast.witness) { _, _ in
        // From the delivery on, the person and the world take it for heard.
        if !disk.isDown { stage.ledger.isClosed = true }
      }
    }
  }

  /// Gives the vault what it has to refuse without touching the medium.
  func receiveRefused(
    _ packet: [UInt8], _ what: String, _ isExpected: (VaultError) -> Bool
  ) {
    let before = stage.machine.medium.version
    let refused = !attempt(what, expecting: isExpected) { () throws(VaultError) in
      _ = try vault().receive(packet) { _, _ in }
    }
    if isDisturbed { return }
    stage.ledger.expect(refused, "3: \(what) was taken")
    stage.ledger.expect(stage.machine.medium.version == before, "3: \(what) cost something")
  }

  func forget() {
    beginDestroying()
    let isDone = attempt("forget") { () throws(VaultError) in try vault().forget(name()) }
    guard isDone else { return }
    stage.ledger.pad = .gone
    expectNothingLeft()
  }

  func beginDestroying() {
    stage.ledger.pad = .beingDestroyed
    let path = VaultLayout(directory: directory).chunks(cast.padID)
    stage.ledger.chunkFile = stage.machine.medium.names[path]?.inode
  }

  func rename(to name: String) {
    stage.ledger.names.append(name)
    let old = stage.ledger.names[0]
    let isDone = attempt("rename") { () throws(VaultError) in try vault().rename(old, to: name) }
    if isDone { stage.ledger.names = [name] }
  }

  func adopt(isOnlyCopy: Bool) {
    let isDone = attempt("adopt") { () throws(VaultError) in
      _ = try vault().adopt(isOnlyCopy: isOnlyCopy)
    }
    if isDone { stage.ledger.isMoved = false }
  }

  /// Gives up on what has not arrived.
  func skip() {
    let certain = before(stage.ledger.consumed)
    stage.ledger.delivered.formUnion(before(stage.ledger.delivered))
    let isDone = attempt("skip") { () throws(VaultError) in _ = try vault().skip(name()) }
    guard isDone else { return }
    stage.ledger.consumed.formUnion(certain)
    expectGone()
  }

  /// Messages up to the last one of some.
  private func before(_ messages: Set<Int>) -> Range<Int> { 0..<(messages.max() ?? -1) + 1 }

  func changePassphrase(to passphrase: String) {
    stage.ledger.passphrases.append(passphrase)
    let isDone = attempt("change the passphrase") { () throws(VaultError) in
      try vault().changePassphrase(
        to: SecretBytes(copying: Array(passphrase.utf8).span), cost: Cast.cost)
    }
    if isDone { stage.ledger.passphrases = [passphrase] }
  }

  // MARK: Invariant 5

  /// A passphrase that was changed opens nothing any more; the first one here is empty.
  func expectOldPassphraseGone() {
    guard stage.ledger.passphrases.count == 1, stage.ledger.passphrases[0] != "",
      let bytes = stage.machine.medium.contents(at: directory + "/vault")?.durable
    else { return }
    for copy in 0..<2 {
      let start = copy * VaultHeader.pageBytes
      let page = bytes.span.extracting(start..<start + VaultHeader.pageBytes)
      guard case .header(let header) = VaultHeader.read(page), header.cost != nil else {
        stage.ledger.violate("5: copy \(copy) of the header opens with the old passphrase")
        continue
      }
    }
  }

  func expectGone() {
    guard stage.ledger.pad == .present, let vault = try? vault() else { return }
    let forensics = Forensics(medium: stage.machine.medium, cast: cast, vault: vault)
    for fault in forensics.faults(spent: stage.ledger.spent(cast)) { stage.ledger.violate(fault) }
  }

  func expectNothingLeft() {
    guard let vault = try? vault() else { return }
    let forensics = Forensics(medium: stage.machine.medium, cast: cast, vault: vault)
    let chunkFile = directory == Cast.directory ? stage.ledger.chunkFile : nil
    for fault in forensics.remains(chunkFile: chunkFile) {
      stage.ledger.violate(fault)
    }
  }
}

extension VaultError {
  /// Of no error: nothing is expected.
  var isUnexpected: Bool { false }
  var isWaiting: Bool { self == .waitingForPeer(Cast.name) }
  var isKnowing: Bool { self == .padKnown }

  var isRepetition: Bool {
    switch self {
    case .alreadyRead, .alreadyReadOrGivenUp: true
    default: false
    }
  }

  var isClosing: Bool {
    switch self {
    case .sendingClosed, .moved: true
    default: false
    }
  }

  var isMoving: Bool {
    if case .moved = self { true } else { false }
  }
}
