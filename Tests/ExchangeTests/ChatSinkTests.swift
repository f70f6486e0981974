import Codec
import Testing

@testable import Exchange
@testable import Vault

@Suite("What a conversation shows")
struct ChatSinkTests {
  private func begin(_ kind: BodyHead.Kind, _ count: Int) throws {
    let head = BodyHead(kind: kind, peerSeen: 0, previousEnd: 0, sentBefore: 0)
    let message = Incoming(contact: "alice", head: head, count: count)
    try ChatSink { _, _ in }.begin(message)
  }

  @Test("A hello is nothing to show; one with content is refused")
  func hello() throws {
    try begin(.hello, 0)
    #expect(throws: VaultError.malformedBody(from: "alice")) {
      try begin(.hello, 1)
    }
  }
}
