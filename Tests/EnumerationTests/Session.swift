import Codec
import Glibc
import Pad
import Primitives
import System

@testable import Vault

/// One process working on a vault. What it does is entered in the ledger as the world outside sees
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
  var paths: VaultPaths { VaultPaths(directory: directory) }
  /// The other end's name here.
  var peerName: String { directory == Cast.directory ? Cast.name : "alice" }

  /// Whether a pad is complete here, and not about to be destroyed.
  func holds(_ id: PadID) -> Bool { stage.machine.medium.holds(id, in: directory) }

  var holdsPad: Bool { holds(cast.padID) }

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

  /// Continues as the next command does.
  func startAnew() { opened = nil }

  private func open(with passphrase: String) throws(VaultError) -> Vault {
    let vault = try Vault.open(directory, environment: stage.environment(disk)) {
      SecretBytes(copying: Array(passphrase.utf8).span)
    }
    opened = vault
    return vault
  }

  // MARK: Attempts

  /// Makes calls; returns whether they all succeeded.
  @discardableResult
  func attempt(
    _ what: String, expecting isExpected: (VaultError) -> Bool = \.isUnexpected,
    _ calls: () throws(VaultError) -> Void
  ) -> Bool {
    let version = stage.machine.medium.version
    defer { expectUnmoved(what, since: version) }
    do throws(VaultError) {
      try calls()
      return !disk.isDown
    } catch {
      if disk.isDown || isExpected(error) { return false }
      if !isDisturbed || isFalseAlarm(error) { stage.ledger.violate("4: \(what): \(error)") }
      return false
    }
  }

  /// Checks that a moved vault writes nothing, inside or outside, until it is adopted.
  private func expectUnmoved(_ what: String, since version: Int) {
    guard stage.ledger.isMoved, !stage.ledger.isBeingAdopted, !isDisturbed else { return }
    stage.ledger.expect(
      stage.machine.medium.version == version, "1: \(what): a moved vault has written something")
  }

  /// Whether an error is a false alarm: no vault is called older or moved without a reason, and no
  /// sound file damaged, whatever else is running, unless it is being destroyed.
  private func isFalseAlarm(_ error: VaultError) -> Bool {
    switch error {
    case .sendingClosed: true
    case .moved: !stage.ledger.isMoved
    case .counterGone: disk.fault == nil && !stage.ledger.lacksCounters
    case .bookDamaged: disk.fault == nil && !stage.ledger.hasDamagedBook
    case .padDamaged: disk.fault == nil && !stage.ledger.isDestroying
    default: false
    }
  }

  /// Whether an error rightly refuses a change before the vault is adopted.
  func isRefusal(_ error: VaultError) -> Bool {
    switch error {
    case .moved: stage.ledger.isMoved
    case .counterGone: stage.ledger.lacksCounters
    case .bookDamaged: stage.ledger.hasDamagedBook
    default: false
    }
  }

  /// The current name of a pad's contact.
  func name(of pad: PadID? = nil) throws(VaultError) -> String {
    let pad = pad ?? cast.padID
    let people = stage.ledger.people
    let person = people[stage.ledger.person(of: pad) ?? 0]
    let isCertain = person.names.count == 1 && !person.isUnnamed && !stage.ledger.isMerging
    if isCertain { return person.names[0] }
    let found = try vault().contacts().first { contact in
      contact.pads.contains { person.pads.contains($0.id) }
    }
    return found?.name ?? person.names[0]
  }
}

extension VaultError {
  /// False for any error: none is expected.
  var isUnexpected: Bool { false }
  var isWaiting: Bool { self == .waitingForPeer(Cast.name) }
  var isKnowing: Bool { self == .padKnown }

  var isRepetition: Bool {
    switch self {
    case .alreadyRead, .alreadyReadOrGivenUp: true
    default: false
    }
  }
}
