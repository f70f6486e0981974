import Codec
import Exchange
import Link
import Pad
import Synchronization
import System
import TestSupport
import Testing
import Vault

/// What one end sees of a conversation.
final class RecordingScreen: ConversationScreen {
  private struct State {
    var texts: [String] = []
    var arrived: [Int] = []
    var passed: [Int] = []
    var putOff: [Int] = []
    var unreadable: [VaultError] = []
    var away: [ExchangeError] = []
    var progress: [TransferProgress?] = []
    var isHere = false
    var meetings = 0
    var missing: [[Range<Int>]] = []
    var noRoom = 0
  }

  /// Whether texts are put off instead of shown.
  private let putsOff: Bool
  /// Called before a text is delivered.
  private let delivering: @Sendable () -> Void
  private let state = Mutex(State())

  init(putsOff: Bool = false, delivering: @escaping @Sendable () -> Void = {}) {
    self.putsOff = putsOff
    self.delivering = delivering
  }

  var texts: [String] { state.withLock { $0.texts } }
  var arrived: [Int] { state.withLock { $0.arrived } }
  var passed: [Int] { state.withLock { $0.passed } }
  var putOff: [Int] { state.withLock { $0.putOff } }
  var unreadable: [VaultError] { state.withLock { $0.unreadable } }
  var away: [ExchangeError] { state.withLock { $0.away } }
  var progress: [TransferProgress?] { state.withLock { $0.progress } }
  var isHere: Bool { state.withLock { $0.isHere } }
  var missing: [[Range<Int>]] { state.withLock { $0.missing } }
  /// How often it was told that there is no room.
  var noRoom: Int { state.withLock { $0.noRoom } }
  var meetings: Int { state.withLock { $0.meetings } }

  func show(_ event: ConversationEvent) {
    state.withLock { state in
      switch event {
      case .here:
        state.isHere = true
        state.meetings += 1
      case .away(let error):
        state.isHere = false
        state.away.append(error)
      case .arrived(let number): state.arrived.append(number)
      case .passed(let number): state.passed.append(number)
      case .putOff(let number, _): state.putOff.append(number)
      case .unreadable(let error): state.unreadable.append(error)
      case .progress(let progress): state.progress.append(progress)
      case .missing(let report): state.missing.append(report.missing)
      case .noRoom: state.noRoom += 1
      case .listening, .looking, .calling, .unreached, .sent, .read, .step, .found, .removed:
        break
      }
    }
  }

  func sink() -> any ConversationSink {
    TextSink(putsOff: putsOff) { text in
      self.delivering()
      self.state.withLock { $0.texts.append(text) }
    }
  }
}

/// A sink for texts.
final class TextSink: ConversationSink {
  let takesUnknownKinds = false
  private let putsOff: Bool
  private let show: (String) -> Void
  private var text: [UInt8] = []
  private(set) var putOff: Incoming?

  init(putsOff: Bool = false, show: @escaping (String) -> Void) {
    self.putsOff = putsOff
    self.show = show
  }

  func begin(_ message: Incoming) throws(VaultError) {
    guard putsOff else { return }
    putOff = message
    throw .foreign
  }

  func take(_ piece: Span<UInt8>) { text += piece.publicCopy }
  func deliver() { show(String(decoding: text, as: UTF8.self)) }
  func discard() { text = [] }
}

/// One end of a conversation in a test.
struct Talker {
  let vault: Vault
  let screen: RecordingScreen
  let conversation: Conversation

  init(
    _ vault: Vault, with name: String, putsOff: Bool = false,
    delivering: @escaping @Sendable () -> Void = {}
  ) throws {
    self.vault = vault
    screen = RecordingScreen(putsOff: putsOff, delivering: delivering)
    conversation = try Conversation(
      vault, with: vault.contact(name), randomness: KernelRandomness(), screen: screen)
  }

  @discardableResult
  func say(_ text: String) throws -> Int {
    try conversation.send(.text, SecretSource(SecretBytes(copying: Array(text.utf8).span)))
  }
}

/// Waits until something holds, for six minutes at most: the other tests may keep the machine busy.
func eventually(
  _ what: Comment, _ location: SourceLocation = #_sourceLocation,
  _ holds: @Sendable () -> Bool
) async {
  let end = ContinuousClock.now + .seconds(360)
  while !holds() {
    guard .now < end else {
      Issue.record(what, sourceLocation: location)
      return
    }
    try? await Task.sleep(for: .milliseconds(2))
  }
}
