import Link
import Pad
import PairingFuzzTargets
import System
import TestSupport
import Vault

@testable import Pairing

/// Two ends with a connection in memory between them. Writes are numbered from 0: the listener's
/// are M1, M3, confirmation, frames; the joiner's are M2, confirmation, frames.
struct TwoEnds {
  let room = Room()
  var listenerScript: [ScriptedScreen.Line] = [.otherCode]
  var joinerScript: [ScriptedScreen.Line] = [.otherCode]
  var listenerWishes = TwoEnds.options(size: 64 << 10)
  var joinerWishes = TwoEnds.options()
  var listenerStore = MemoryStore()
  var joinerStore = MemoryStore()
  var listenerSends: MemoryPipe.Interference = { $1 }
  var joinerSends: MemoryPipe.Interference = { $1 }
  /// Where the joiner can call again; nil if a lost connection is the end.
  var network: MemoryNetwork?

  struct Outcome: Sendable {
    var result: PairingResult?
    var error: PairingError?
    /// The times that it gave the other end, in order.
    var limits: [Duration] = []
  }

  static func options(
    size: Int? = nil, split: Int? = nil, material: (any Material)? = nil
  ) -> PairingOptions {
    var options = PairingOptions(contact: "the other", source: "a test")
    options.size = size
    options.split = split
    options.material = material
    options.patience = .seconds(60)
    return options
  }

  /// For a connection that never comes back.
  mutating func shortenWaits() {
    for options in [\TwoEnds.listenerWishes, \.joinerWishes] {
      self[keyPath: options].absence = .milliseconds(5)
      self[keyPath: options].parting = .milliseconds(5)
    }
  }

  func screen(_ end: End) -> ScriptedScreen {
    ScriptedScreen(
      end.rawValue, other: end.other.rawValue, room: room,
      script: end == .listener ? listenerScript : joinerScript)
  }

  func context(_ end: End, _ screen: ScriptedScreen) -> PairingContext {
    PairingContext(
      store: end == .listener ? listenerStore : joinerStore,
      options: end == .listener ? listenerWishes : joinerWishes, screen: screen,
      randomness: KernelRandomness(), storage: Disk())
  }

  /// Runs both ends to completion.
  func run() async -> (listener: Outcome, joiner: Outcome) {
    await run(screen(.listener), screen(.joiner))
  }

  func run(
    _ one: ScriptedScreen, _ two: ScriptedScreen
  ) async -> (listener: Outcome, joiner: Outcome) {
    let pipe =
      network?.connect()
      ?? MemoryPipe.pair(listenerSends: listenerSends, joinerSends: joinerSends)
    var listening = Session(context: context(.listener, one), connection: pipe.listener)
    var joining = Session(context: context(.joiner, two), connection: pipe.joiner)
    if let network {
      listening.reconnector = network.listenerReconnector(from: pipe.listener)
      joining.reconnector = network.joinerReconnector(from: pipe.joiner)
    }
    let (listens, joins) = (listening, joining)
    // As if M0 had come.
    pipe.listener.limit(to: Session.handshakeTime)
    async let listener = TwoEnds.outcome(pipe.listener) {
      try await listens.completeAsListener(listens.prepareAsListener())
    }
    async let joiner = TwoEnds.outcome(pipe.joiner) {
      try await joins.completeAsJoiner(joins.prepareAsJoiner())
    }
    return await (listener, joiner)
  }

  private static func outcome(
    _ connection: MemoryPipe, _ body: () async throws -> PairingResult
  ) async -> Outcome {
    defer { connection.close() }
    var outcome = Outcome()
    do { outcome.result = try await body() } catch { outcome.error = error as? PairingError }
    outcome.limits = connection.allLimits
    return outcome
  }
}

/// Bytes that count upwards, as somebody's material.
struct CountingMaterial: Material {
  let byteCount: Int

  func read(into bytes: inout MutableSpan<UInt8>) throws(SystemError) {
    for index in 0..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index) }
  }
}

extension Session {
  /// The joiner's first step without M0 before it: no listener has to decide whom it wants.
  func prepareAsJoiner() async throws(PairingError) -> JoinerHandshake {
    connection.limit(to: Session.handshakeTime)
    return try await prepareAsJoiner(connection.receive(MessageOne.headBytes))
  }
}
