internal import Codec
internal import Pad
internal import Primitives
internal import System
internal import TestSupport
internal import Vault

@testable internal import Pairing

/// The frames of an end that holds all keys and obeys no rules. The input is a script, with four
/// fields for each frame: the kind of its text, what is wrong with it, how many bytes of the text
/// follow, and these bytes. Each text is cut or padded with zeros to the length of its kind.
struct HostileFrames {
  /// A pad that is just large enough to have two pieces.
  private static let shape = PadShape(size: TransferPlan.pieceBytes + 256, split: 50)!
  private static let secrets = makeSecrets()
  private static let padID = PadID([UInt8](repeating: 7, count: PadID.byteCount))

  private let script: [UInt8]

  init(_ script: [UInt8]) { self.script = script }

  func runTaker() async -> Bool {
    let store = MemoryStore()
    let (bytes, sent) = frames(of: .listener)
    let frames = FrameChannel(
      ReplayedConnection(bytes), end: .joiner, keys: HostileFrames.secrets.frames,
      transcript: HostileFrames.secrets.transcript)
    var taker = Taker(
      context: context(store), shape: HostileFrames.shape, padID: HostileFrames.padID,
      frames: frames)
    do throws(PairingError) {
      let result = try await taker.run()
      precondition(result.isConfirmed && !result.weGave)
      let material = [UInt8](sent.dropFirst(Provenance.recordBytes))
      precondition(store.all.map(\.material).allSatisfy { material.starts(with: $0) })
      precondition(store.all.count == 1, "who may send has a pad")
      return true
    } catch {
      precondition(store.all.isEmpty, "what is refused leaves nothing")
      return false
    }
  }

  func runGiver() async -> Bool {
    let store = MemoryStore()
    let frames = FrameChannel(
      ReplayedConnection(frames(of: .joiner).bytes), end: .listener,
      keys: HostileFrames.secrets.frames, transcript: HostileFrames.secrets.transcript)
    var giver = Giver(
      context: context(store), shape: HostileFrames.shape, padID: HostileFrames.padID,
      frames: frames)
    do throws(PairingError) {
      let result = try await giver.run()
      precondition(store.all.map(\.isConfirmed) == [result.isConfirmed])
      return result.isConfirmed
    } catch .badHello {
      precondition(store.all.allSatisfy { !$0.isConfirmed }, "only a hello confirms")
      return false
    } catch {
      precondition(store.all.isEmpty, "what was aborted leaves nothing")
      return false
    }
  }

  private func context(_ store: MemoryStore) -> PairingContext {
    PairingContext(
      store: store, options: PairingOptions(contact: "peer", source: "fuzzing"),
      screen: SilentScreen(), randomness: KernelRandomness(), storage: CarriedBytes(completing: []))
  }

  /// The frames that the script asks for, and the text of its data frames.
  private func frames(of end: End) -> (bytes: [UInt8], data: [UInt8]) {
    var cipher = HostileFrames.secrets.frames.withKey(of: end) {
      FrameCipher(key: $0, transcript: HostileFrames.secrets.transcript)
    }
    var (bytes, data): ([UInt8], [UInt8]) = ([], [])
    var rest = script[...]
    while let first = rest.popFirst(), let fault = rest.popFirst(), let count = rest.popFirst() {
      let kind = FrameKind(rawValue: first % 6)!
      let given = [UInt8](rest.prefix(Int(count)))
      rest = rest.dropFirst(given.count)
      let text = text(kind, given, sent: data)
      if kind == .data { data += text }
      var frame = cipher.seal(kind, text.span)
      switch fault {
      case 1: frame[frame.count - 1] ^= 1
      case 2: frame[0] = given.first ?? 0xff
      case 3: frame.removeLast()
      default: break
      }
      bytes += frame
    }
    return (bytes, data)
  }

  private func text(_ kind: FrameKind, _ given: [UInt8], sent: [UInt8]) -> [UInt8] {
    let plan = TransferPlan(HostileFrames.shape)
    switch kind {
    case .data where sent.isEmpty:
      return PairingFuzzTarget.padded(given, Provenance.recordBytes)
    case .data:
      let index = (sent.count - Provenance.recordBytes) / TransferPlan.pieceBytes
      return PairingFuzzTarget.padded(given, index < plan.pieces ? plan.bytes(ofPiece: index) : 0)
    case .last: return given.isEmpty ? SHA256.hash(sent.span) : PairingFuzzTarget.padded(given, 32)
    case .abort: return PairingFuzzTarget.padded(given, 1)
    case .acknowledge where given.isEmpty: return UInt64(plan.dataFrames).bigEndianBytes
    case .acknowledge: return PairingFuzzTarget.padded(given, 8)
    case .hello: return PairingFuzzTarget.padded(given, Packet.leastBytes)
    case .done: return []
    }
  }

  private static func makeSecrets() -> SessionSecrets {
    do {
      let random = KernelRandomness()
      let request = PadRequest(role: .either)
      let listener = try ListenerHandshake(request: request, randomness: random)
      let joiner = try JoinerHandshake(
        request: request, messageOne: listener.messageOne, randomness: random)
      let opening = try listener.answer(joiner.messageTwo)
      return try joiner.finish(opening.messageThree)
    } catch { preconditionFailure("\(error)") }
  }
}
