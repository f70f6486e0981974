import Exchange
import Pad
import QR
import TestSupport
import Testing

@testable import Program

/// The main loop of a test, which runs tasks.
struct TestLoop: MainLoop {
  func post(_ work: @escaping @MainActor @Sendable () -> Void) { Task { @MainActor in work() } }
}

extension ProgramEnvironment {
  /// A program over the vault in `directory`, with cheap passphrases.
  static func test(_ directory: String) -> ProgramEnvironment {
    var environment = ProgramEnvironment(
      directory: directory, vault: TwoVaults.environment(directory + ".state"),
      cost: { _ in TwoVaults.cost }, downloads: directory + ".downloads",
      makeDecoder: { () throws(QRError) in try QRDecoder() }, mainLoop: TestLoop())
    environment.looksForContacts = false
    return environment
  }
}

/// A secret with this content.
func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

extension SecretHandoff {
  /// What is in it, which is gone then.
  func takeText() -> String? {
    guard let secret = take() else { return nil }
    return secret.withBytes { String(decoding: $0.publicCopy, as: UTF8.self) }
  }
}

/// Windows that show a conversation, over the vaults of `TwoVaults`.
@MainActor enum Windows {
  /// One that shows the list of people.
  static func start(_ own: String, in directory: String) async throws -> WindowModel {
    let window = WindowModel(.test("\(directory)/\(own)"))
    window.start()
    try await untilShown("the list of people") { window.page == .people }
    return window
  }

  static func open(_ own: String, with other: String, in directory: String) async throws
    -> (WindowModel, ConversationModel)
  {
    let model = WindowModel(.test("\(directory)/\(own)"))
    model.start()
    try await untilShown("the list of people") { model.people.map(\.name) == [other] }
    return (model, try await open(other, in: model))
  }

  static func open(_ name: String, in model: WindowModel) async throws -> ConversationModel {
    model.open(name, looks: false)
    let conversation = try #require(model.conversation)
    #expect(!conversation.canSend)
    try await untilShown("the conversation") { conversation.isOpen }
    return conversation
  }

  /// Writes a text, and returns the message to be pasted elsewhere.
  static func write(_ text: String, in conversation: ConversationModel) async throws -> [UInt8] {
    let count = conversation.lines.count
    conversation.send(secret(text)) { #expect($0 == nil) }
    try await untilShown("the line") { conversation.lines.count == count + 1 }
    return try await copyLast(of: conversation)
  }

  /// The message of the last line, as text.
  static func copyLast(of conversation: ConversationModel) async throws -> [UInt8] {
    guard case .own(let numbers, .waiting) = try #require(conversation.lines.last).kind else {
      Issue.record("\(conversation.lines)")
      return []
    }
    let copied = Copied()
    conversation.copy(numbers) { copied.text = $0 }
    try await untilShown("the copy") { copied.text != nil }
    return copied.text ?? []
  }

  private final class Copied { var text: [UInt8]? }
}

/// What a test waited for was not shown in time.
struct NeverShown: Error { let what: String }

/// Looks again and again until the window shows it.
@MainActor func untilShown(_ what: String, _ isShown: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(300)
  while !isShown() {
    if ContinuousClock.now > end { throw NeverShown(what: what) }
    try await Task.sleep(for: .milliseconds(2))
  }
}
