import Pad
import PairingFuzzTargets
import TestSupport

@testable import Pairing
@testable import Vault

/// One end of a pairing by hand: a machine with a stick in it. The real `carry` and `takeIn` run on
/// both, and every moment at which they could stop is recorded.
final class CarryingEnd {
  let session: Session
  let stick: SimulatedMachine
  private(set) var moments: [Luggage] = []
  private(set) var result: PairingResult?
  private let stickDisk: SimulatedDisk

  /// `fault`: of the stick's disk if `isOnStick`.
  init(
    _ role: PadRole, _ stage: Stage, _ medium: Medium, fault: Fault? = nil, isOnStick: Bool = false
  ) {
    stick = SimulatedMachine(medium)
    stickDisk = SimulatedDisk(stick)
    if isOnStick { stickDisk.fault = fault }
    let directory = role == .giver ? Cast.directory : Cast.peerDirectory
    session = Session(stage, directory: directory, fault: isOnStick ? nil : fault)
    session.isDisturbed = fault != nil
    stage.ledger.people = [
      Ledger.Person(names: [session.peerName], pads: [session.cast.padID])
    ]
  }

  var luggage: Luggage { Luggage(home: session.stage.world, stick: stick.medium) }

  func carry() { watch { (pairing) throws(PairingError) in try pairing.carry(to: Luggage.path) } }

  func takeIn() {
    watch { (pairing) throws(PairingError) in
      try pairing.takeIn(from: Luggage.path) { _ throws(PairingError) in
        throw .noCarriedPassphrase(path: Luggage.path)
      }
    }
  }

  private func watch(_ body: (Pairing) throws(PairingError) -> PairingResult) {
    guard let vault = try? session.vault() else { return }
    session.stage.machine.beforeStep = { [unowned self] in note($0, isOnStick: false) }
    stick.beforeStep = { [unowned self] in note($0, isOnStick: true) }
    var options = PairingOptions(contact: session.peerName, source: "a test")
    options.size = session.cast.shape.size
    let pairing = Pairing(
      store: WatchedStore(VaultPadStore(vault: vault), session), options: options,
      screen: SilentScreen(),
      randomness: Repeated(session.cast.padID.bytes + session.cast.materialKey),
      storage: stickDisk)
    result = try? body(pairing)
    session.stage.machine.beforeStep = nil
    stick.beforeStep = nil
    moments.append(luggage)
  }

  private func note(_ step: Step, isOnStick: Bool) {
    var moment = luggage
    moment.step = step
    moment.isOnStick = isOnStick
    moments.append(moment)
  }
}
