import Codec
import Testing

@testable import Exchange
@testable import Vault

@Suite("What a conversation shows")
struct ChatSinkTests {
  private func begin(_ kind: BodyHead.Kind, _ count: Int, from name: String) throws {
    let head = BodyHead(kind: kind, peerSeen: 0, previousEnd: 0, sentBefore: 0)
    try ChatSink(from: "alice") { _, _ in }.begin(Incoming(contact: name, head: head, count: count))
  }

  @Test("A hello is nothing to show; one with content is refused")
  func hello() throws {
    try begin(.hello, 0, from: "alice")
    #expect(throws: VaultError.malformedBody(from: "alice")) {
      try begin(.hello, 1, from: "alice")
    }
  }

  @Test("A message of somebody else is no part of it")
  func foreign() throws {
    try begin(.text, 5, from: "alice")
    #expect(throws: VaultError.foreign) { try begin(.text, 5, from: "carol") }
  }
}
