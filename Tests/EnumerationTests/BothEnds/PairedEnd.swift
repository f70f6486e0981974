import Pad
import PairingFuzzTargets
import System

@testable import Pairing
@testable import Vault

/// One end of a pairing on a machine of its own. The real `Giver` or `Taker` runs on it, and every
/// moment at which it could stop is recorded.
final class PairedEnd: @unchecked Sendable {
  let role: PadRole
  let session: Session
  private(set) var moments: [Moment] = []
  private(set) var result: PairingResult?
  private(set) var failure: PairingError?
  private var sent: [Int] = []
  private var received: [Int] = []
  private var history: [Int] = []

  init(_ role: PadRole, _ stage: Stage, fault: Fault? = nil) {
    self.role = role
    let directory = role == .giver ? Cast.directory : Cast.peerDirectory
    session = Session(stage, directory: directory, fault: fault)
    stage.ledger.people = [
      Ledger.Person(names: [session.peerName], pads: [session.cast.padID])
    ]
    stage.machine.beforeStep = { [unowned self] step in
      note(before: step)
      history.append(0)
    }
  }

  var framesSent: Int { sent.count / 2 }
  var framesRead: Int { received.count / 2 }

  /// Runs the transfer until it succeeds or fails. `altering`: the disk gets something other than
  /// what arrives.
  func run(_ wire: Wire, altering: Bool = false) async {
    history.append(altering ? 3 : 2)
    guard let vault = try? session.vault() else { return }
    let store = WatchedStore(VaultPadStore(vault: vault), session, altering: altering)
    do throws(PairingError) { result = try await transfer(context(store), wire) } catch {
      failure = error
    }
    wire.close()
    note(isLast: true)
    session.stage.machine.beforeStep = nil
  }

  private func transfer(
    _ context: PairingContext, _ wire: Wire
  ) async throws(PairingError) -> PairingResult {
    let (shape, padID) = (session.cast.shape, session.cast.padID)
    let end = role == .giver ? End.listener : .joiner
    let frames = FrameChannel(
      wire, end: end, keys: PairedEnd.secrets.frames, transcript: PairedEnd.secrets.transcript)
    switch role {
    case .giver:
      var giver = Giver(context: context, shape: shape, padID: padID, frames: frames)
      return try await giver.run()
    case .taker:
      var taker = Taker(context: context, shape: shape, padID: padID, frames: frames)
      return try await taker.run()
    }
  }

  func context(_ store: any PadStore) -> PairingContext {
    let options = PairingOptions(contact: session.peerName, source: "a test")
    return PairingContext(
      store: store, options: options, screen: SilentScreen(),
      randomness: Repeated(session.cast.materialKey), storage: session.disk)
  }

  /// The secrets of one key exchange: all transfers repeat byte for byte.
  private static let secrets = makeSecrets()

  private static func makeSecrets() -> SessionSecrets {
    do {
      let random = KernelRandomness()
      let listener = try ListenerHandshake(request: PadRequest(role: .either), randomness: random)
      let joiner = try JoinerHandshake(
        request: PadRequest(role: .either), messageOne: listener.messageOne, randomness: random)
      let opening = try listener.answer(joiner.messageTwo)
      return try joiner.finish(opening.messageThree)
    } catch { preconditionFailure("\(error)") }
  }

  // MARK: What happens

  /// Records the moment before something happens.
  func note(before step: Step? = nil, isLast: Bool = false) {
    moments.append(
      Moment(
        world: session.stage.world, step: step, sent: sent, received: received, history: history,
        isLast: isLast))
  }

  func didRead(_ bytes: [UInt8]) {
    received.append(bytes.hashValue)
    history.append(bytes.hashValue)
  }

  func didSend(_ frame: [UInt8]) {
    sent += [[frame[0]].hashValue, Array(frame.dropFirst()).hashValue]
    history.append(frame.hashValue)
  }

  func didFail() { history.append(1) }
}

/// Bytes known in advance, in place of random ones.
final class Repeated: Randomness, @unchecked Sendable {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices { bytes[index] = rest.removeFirst() }
  }
}
