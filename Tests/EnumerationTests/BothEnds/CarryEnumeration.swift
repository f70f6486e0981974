import Pad
import TestSupport

@testable import Vault

/// An enumeration of carried pads: stops the making of one, then its taking in, at every step and
/// in every way; recovers both ends, tries once more, and checks what they can do.
final class CarryEnumeration {
  struct Effort: Sendable {
    /// Power cuts tried at each moment of the giver, and of the taker.
    let cuts: Int
    let takerCuts: Int
    /// One in this many states pairs again.
    let againOneIn: Int

    static let all = Effort(cuts: 16, takerCuts: 12, againOneIn: 8)
    static let suite = Effort(cuts: 3, takerCuts: 2, againOneIn: 50)
  }

  let effort: Effort
  let tools: Enumeration
  var giverSetting = Stage.Setting()
  var takerSetting = Stage.Setting()
  var findings = Findings()

  init(_ effort: Effort, seed: UInt64) {
    self.effort = effort
    tools = Enumeration(.suite, seed: seed)
  }

  private var start: World { Bases.shared.world(.strangers) }

  // MARK: Stops

  func stop() async {
    let giver = CarryingEnd(.giver, tools.stage(start, giverSetting), Luggage.emptyStick)
    giver.carry()
    findings.take(giver.session.stage.ledger.violations, "carrying, not stopped")
    if giver.result == nil { findings.violations.append("carrying fails") }
    let last = giver.moments.count - 1
    for (number, moment) in giver.moments.enumerated() {
      for (way, luggage) in moment.outcomes(cuts: effort.cuts, tools) where !findings.isOver {
        let place = "carrying, stopped at \(number) of \(last), \(way)"
        await takeIn(luggage, isWhole: number == last, place)
      }
    }
  }

  /// Fails each step of the giver, on its disk or on the stick.
  func fail() async {
    let clean = CarryingEnd(.giver, tools.stage(start, giverSetting), Luggage.emptyStick)
    clean.carry()
    for isOnStick in [false, true] {
      let steps = clean.moments.filter { $0.isOnStick == isOnStick }.compactMap(\.step)
      for (number, step) in steps.enumerated() {
        for kind in Fault.Kind.allCases where kind != .kill && kind.suits(step) && !findings.isOver
        {
          let fault = Fault(kind: kind, step: number, random: tools.random)
          let giver = CarryingEnd(
            .giver, tools.stage(start, giverSetting), Luggage.emptyStick, fault: fault,
            isOnStick: isOnStick)
          giver.carry()
          let place = "carrying with \(kind) at \(number)\(isOnStick ? " of the stick" : "")"
          for (way, luggage) in giver.luggage.outcomes(cuts: effort.cuts, tools)
          where !findings.isOver {
            await takeIn(luggage, isWhole: giver.result != nil, "\(place), then \(way)")
          }
        }
      }
    }
  }

  /// `isWhole`: the giver's `carry` succeeded.
  private func takeIn(_ luggage: Luggage, isWhole: Bool, _ place: String) async {
    var stick = luggage.stick
    stick.syncAll()
    let taker = CarryingEnd(.taker, tools.stage(start, takerSetting), stick)
    taker.takeIn()
    findings.take(taker.session.stage.ledger.violations, place)
    if isWhole && taker.result == nil { findings.violations.append("\(place): it is not taken in") }
    for (number, moment) in taker.moments.enumerated() {
      for (way, stopped) in moment.outcomes(cuts: effort.takerCuts, tools) where !findings.isOver {
        let taken = "\(place); taken in, stopped at \(number), \(way)"
        await look(luggage.home, stopped, isWhole: isWhole, taken)
      }
    }
  }

  // MARK: Looking

  private func look(_ home: World, _ luggage: Luggage, isWhole: Bool, _ place: String) async {
    let giverStage = tools.stage(home, giverSetting)
    let again = CarryingEnd(.taker, tools.stage(luggage.home, takerSetting), luggage.stick)
    again.session.recover()
    again.takeIn()
    let taker = Session(again.session.stage, directory: Cast.peerDirectory)
    if isWhole {
      taker.stage.ledger.expect(taker.holdsPad, "4: the pad is neither carried nor held")
    }
    let aftermath = Aftermath(giver: Session(giverStage), taker: taker)
    aftermath.check()
    if tools.one(in: effort.againOneIn) { await pairAgain(aftermath) }
    findings.states += 1
    findings.take(giverStage.ledger.violations + taker.stage.ledger.violations, place)
  }

  /// An unconfirmed carried pad prevents pairing until it is forgotten.
  private func pairAgain(_ aftermath: Aftermath) async {
    let giver = aftermath.giver
    if giver.holdsPad, !giver.isConfirmed { giver.forget() }
    await aftermath.pairAgain()
  }
}
