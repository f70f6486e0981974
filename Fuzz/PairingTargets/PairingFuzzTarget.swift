internal import Pad
internal import Synchronization
internal import System
internal import Vault

@testable internal import Pairing

/// The inputs that an end gets from the other end or from a carried file, each fed with arbitrary
/// bytes: it may refuse them, but must keep its promises about those that it accepts.
package enum PairingFuzzTarget: String, CaseIterable, Sendable {
  /// M1, with the right magic and version, and M3.
  case joiner
  /// M2.
  case listener
  /// The frames of a hostile giver, properly sealed unless the input says otherwise.
  case taker
  /// The frames of a hostile taker, likewise.
  case giver
  /// R1, with the right head, and R2; both with the right codes if the first byte is 0.
  case resumption
  /// A carried file, with the right magic and digest.
  case carried

  /// Longer inputs are cut.
  package static let maximumBytes = 4096

  /// The outcome of a run; of no interest to libFuzzer.
  package enum Outcome: Sendable { case taken, refused }

  /// Ends the process if a promise is broken.
  @discardableResult
  package func run(_ input: [UInt8]) async -> Outcome {
    let input = Array(input.prefix(PairingFuzzTarget.maximumBytes))
    let isTaken =
      switch self {
      case .joiner: PairingFuzzTarget.joiner(input)
      case .listener: PairingFuzzTarget.listener(input)
      case .taker: await HostileFrames(input).runTaker()
      case .giver: await HostileFrames(input).runGiver()
      case .resumption: ResumeMessages(input).run()
      case .carried: PairingFuzzTarget.carried(input)
      }
    return isTaken ? .taken : .refused
  }

  private static func joiner(_ input: [UInt8]) -> Bool {
    var one = MessageOne.magic
    one += MessageOne.version.bigEndianBytes
    one += padded([UInt8](input.dropFirst(10)), MessageOne.byteCount - 10)
    let three = padded([UInt8](input.dropFirst(MessageOne.byteCount)), 32)
    do throws(PairingError) {
      let handshake = try JoinerHandshake(
        request: PadRequest(role: .either), messageOne: one, randomness: KernelRandomness())
      precondition(handshake.messageTwo.count == MessageTwo.byteCount)
      let again = try MessageOne(one).bytes
      precondition(again == one, "one form only")
      let agreement = handshake.agreement
      precondition(agreement.giver == .listener, "who has said nothing does not give")
      _ = try handshake.finish(three)
      return true
    } catch { return false }
  }

  private static func listener(_ input: [UInt8]) -> Bool {
    let two = padded(input, MessageTwo.byteCount)
    do throws(PairingError) {
      let request = PadRequest(role: .shape, size: 1 << 20, split: 40)
      let handshake = try ListenerHandshake(request: request, randomness: KernelRandomness())
      let opening = try handshake.answer(two)
      let agreement = opening.agreement
      let again = try MessageTwo(two).bytes
      precondition(again == two, "one form only")
      precondition(agreement.giver == .joiner || agreement.shape.size == 1 << 20, "our own wish")
      return true
    } catch { return false }
  }

  private static func carried(_ input: [UInt8]) -> Bool {
    let store = MemoryStore()
    let file = CarriedBytes(completing: input)
    let pairing = Pairing(
      store: store, options: PairingOptions(contact: "peer", source: "fuzzing"),
      screen: SilentScreen(), randomness: KernelRandomness(), storage: file)
    do throws(PairingError) {
      // Sealed files end here: scrypt would take all the time.
      _ = try pairing.takeIn(from: "pad") { _ throws(PairingError) in
        throw .noCarriedPassphrase(path: "pad")
      }
      let head = CarriedHeader.byteCount + Provenance.recordBytes
      let material = [UInt8](file.original.dropFirst(head).dropLast(32))
      precondition(store.all.map(\.material) == [material], "what the file holds")
      precondition(file.isGone, "a file that was taken in is removed")
      return true
    } catch {
      precondition(store.all.isEmpty && !file.isGone, "what is refused changes nothing")
      return false
    }
  }

  /// Cuts the bytes, or appends zeros, to make `count`.
  static func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    bytes.prefix(count) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
  }
}
