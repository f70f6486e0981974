import System
import TestSupport
import Testing

@testable import Vault

@Suite("Forgetting a pad, cut short")
struct ForgettingTests {
  /// A kill right after the id was written leaves it only in the cache. The next opening finds it
  /// there and goes on; the power fails once the first of the pad's files is erased.
  @Test("A pad is erased only once its id is durably remembered", arguments: [false, true])
  func remembered(syncFails: Bool) throws {
    let bases = Bases.shared
    let stage = Stage(
      bases.world(.used), bases.cast, Stage.Setting(), random: Seeded(seed: 5))
    let fault = Fault(kind: syncFails ? .failedSync : .kill, step: 1, random: Seeded(seed: 4))
    Session(stage, fault: fault).forget()
    let path = stage.paths.state(bases.cast.padID)
    let before = stage.machine.medium.contents(at: path)!.durable
    var erased: Medium?
    stage.machine.beforeStep = { [unowned stage] _ in
      let medium = stage.machine.medium
      guard erased == nil, medium.contents(at: path)?.durable != before else { return }
      erased = medium
    }
    Session(stage).recover()
    let medium = try #require(erased)
    let nothing = try #require(PowerCut.all(of: medium, limit: 1, random: stage.random).first)
    let after = medium.cut(nothing)
    #expect(after.isForgotten(bases.cast.padID, in: Cast.directory))
    #expect(!after.holds(bases.cast.padID, in: Cast.directory))
  }

  @Test("A pad's header keys leave the contact book before its files are removed")
  func unlisted() throws {
    let bases = Bases.shared
    let stage = Stage(
      bases.world(.used), bases.cast, Stage.Setting(), random: Seeded(seed: 7))
    let vault = try Session(stage).vault()
    let path = stage.paths.chunks(bases.cast.padID)
    var remains: [String]?
    stage.machine.beforeStep = { [unowned stage] _ in
      let medium = stage.machine.medium
      guard remains == nil, medium.names[path] == nil else { return }
      let forensics = Forensics(medium: medium, cast: bases.cast, vault: vault)
      remains = forensics.remainsInBook(of: bases.cast.pad)
    }
    Session(stage).forget()
    #expect(stage.ledger.violations.isEmpty)
    #expect(try #require(remains).isEmpty)
  }
}
