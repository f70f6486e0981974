import Codec
import Pad
import Pairing
import TestSupport

@testable import Vault

/// The state of both ends once they have recovered from whatever happened (invariant 6).
struct Aftermath {
  let giver: Session
  let taker: Session

  func check() {
    for end in [giver, taker] {
      end.recover()
      expectAsSaid(end)
    }
    let isHere = giver.holdsPad
    let isThere = taker.holdsPad
    if isHere && isThere {
      giver.expectIdentical()
      taker.expectIdentical()
    }
    if !isHere { giver.makeAnew(as: .giver) }
    if !isThere { taker.makeAnew(as: .taker) }
    exchange()
    if isHere && !isThere { giver.expectWaiting() }
    if isThere && !isHere { fault("6: the taker holds a pad that the giver does not hold") }
  }

  /// Checks that the end's pad is still as the ledger says.
  private func expectAsSaid(_ end: Session) {
    switch end.stage.ledger.pad {
    case .absent where end.holdsPad: fault("6: a pad that was given up before its commit stands")
    case .present where !end.holdsPad: fault("4: a pad that was committed is missing")
    case .gone where end.holdsPad: fault("5: a pad that was gone is back")
    default: break
    }
  }

  /// Whatever an end can encrypt, the other end reads, for real.
  private func exchange() {
    let first = packet(from: giver, lane: 0)
    if let first { expectRead(first, by: taker) }
    guard let answer = packet(from: taker, lane: 1) else {
      if taker.holdsPad { fault("4: the taker holds the pad and cannot send") }
      return
    }
    expectRead(answer, by: giver)
    guard let second = packet(from: giver, lane: 0) else {
      return fault("6: the giver has heard and cannot send")
    }
    expectRead(second, by: taker)
  }

  /// Nil if the vault refuses.
  private func packet(from end: Session, lane: Int) -> [UInt8]? {
    guard let packet = try? end.packet("first", to: end.peerName) else { return nil }
    guard let read = end.cast.read(packet, lane: lane) else {
      fault("6: what was sent is not under the pad that was given")
      return nil
    }
    end.stage.ledger.use(read)
    return packet
  }

  private func expectRead(_ packet: [UInt8], by end: Session) {
    do {
      _ = try end.vault().receive(packet) { _, _ in }
    } catch { fault("6: what one end may send the other cannot read: \(error)") }
  }

  /// Pairs the same two ends again and sends a message each way.
  func pairAgain() async {
    let stages = [giver, taker].map { end in
      Stage(end.stage.world, Aftermath.again, end.stage.setting, random: end.stage.random)
    }
    let ends = await Encounter().run(stages[0], stages[1])
    guard ends.giver.result?.isConfirmed == true, ends.taker.result?.isConfirmed == true
    else {
      let errors = [ends.giver, ends.taker].compactMap(\.failure)
      return fault("6: pairing again fails: \(errors)")
    }
    for (from, to) in [(ends.taker, ends.giver), (ends.giver, ends.taker)] {
      do {
        let packet = try from.session.packet("again", to: from.session.peerName)
        _ = try to.session.vault().receive(packet) { _, _ in }
      } catch { fault("6: after pairing again: \(error)") }
    }
  }

  private static let again = Cast(random: Seeded(seed: 2))

  private func fault(_ what: String) { giver.stage.ledger.violate(what) }
}
