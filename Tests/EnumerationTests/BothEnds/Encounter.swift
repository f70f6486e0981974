import Link
import Pad
import Pairing
import TestSupport

/// One transfer between two ends, and what goes wrong in it.
struct Encounter: Sendable {
  var giverLoss = Wire.Loss.none
  var takerLoss = Wire.Loss.none
  /// The taker stores something other than what the giver sent.
  var alters = false
  /// A fault at one step of an end's disk.
  var fault: (role: PadRole, kind: Fault.Kind, step: Int)?

  /// Whole, cut off at each frame in each way, and altered.
  static let all = whole + broken + altered

  private static let whole = [Encounter()]

  private static let broken = (0..<5).flatMap { frame in
    [Wire.Loss.write(frame), .swallowed(frame), .read(frame)].flatMap { loss in
      [Encounter(giverLoss: loss), Encounter(takerLoss: loss)]
    }
  }

  private static let altered = [
    Encounter(alters: true),
    Encounter(takerLoss: .write(1), alters: true),
    Encounter(takerLoss: .swallowed(1), alters: true),
  ]

  /// Changes the given stages; the ends keep their moments.
  func run(_ giverStage: Stage, _ takerStage: Stage) async -> (giver: PairedEnd, taker: PairedEnd) {
    let giver = PairedEnd(.giver, giverStage, fault: fault(at: .giver))
    let taker = PairedEnd(.taker, takerStage, fault: fault(at: .taker))
    let (there, back) = (ReceiveBuffer(), ReceiveBuffer())
    let giverWire = Wire(back, there, giverLoss, of: giver)
    let takerWire = Wire(there, back, takerLoss, of: taker)
    async let given: Void = giver.run(giverWire)
    async let taken: Void = taker.run(takerWire, altering: alters)
    _ = await (given, taken)
    return (giver, taker)
  }

  private func fault(at role: PadRole) -> Fault? {
    guard let fault, fault.role == role else { return nil }
    return Fault(kind: fault.kind, step: fault.step, random: Seeded(seed: UInt64(fault.step)))
  }
}
