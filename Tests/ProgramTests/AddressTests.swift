import Exchange
import Link
import TestSupport
import Testing
import Vault

@testable import Program

@Suite("People whose computers do not find each other by themselves") @MainActor
struct AddressTests {
  @Test(
    "They talk at an address that one of them types, also after each has closed the conversation")
  func talk() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      let (other, bob) = try await Windows.open("bob", with: "alice", in: directory)
      try await showDetails(of: "bob", in: window)
      #expect(!window.isByAddress)
      window.awaitContact()
      #expect(window.page == .conversation && window.conversation === alice)
      #expect(alice.hasOtherWay)
      let port = try await port(of: alice)
      // Whoever wants to see the address again keeps it.
      try await showDetails(of: "bob", in: window)
      #expect(!window.isConnected)
      window.awaitContact()
      #expect(try await self.port(of: alice) == port)
      try await showDetails(of: "alice", in: other)
      other.callContact(" 127.0.0.1:\(port)\n")
      try await untilShown("the connection") { alice.isHere && bob.isHere }
      alice.send(secret("Here")) { #expect($0 == nil) }
      try await untilShown("the text") { bob.lines.last?.kind == .theirs }

      other.leave()
      try await untilShown("the end") { !alice.isHere }
      other.open("alice")
      let again = try #require(other.conversation)
      try await untilShown("the next connection") { alice.isHere && again.isHere }

      window.leave()
      try await untilShown("the end") { !again.isHere }
      try await untilShown("that she does not answer") {
        again.presence
          == "alice does not answer at 127.0.0.1:\(port): ask for the address on the other screen"
      }
      window.open("bob")
      try await untilShown("the last connection") {
        // Meanwhile the port may have been given to a connection of another test.
        if window.problem?.what.hasPrefix("Cannot wait for a connection") == true {
          window.dismissProblem()
          window.leave()
          window.open("bob")
        }
        return window.conversation?.isHere == true || window.problem != nil
      }
      #expect(window.problem == nil)
      try await showDetails(of: "bob", in: window)
      #expect(window.isByAddress && window.isConnected)
      #expect(window.conversation?.hasOtherWay == false)
      for window in [window, other] { await end(window) }
    }
  }

  @Test("What is not an address is not called, and a port that is taken is told")
  func mistakes() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      try await showDetails(of: "bob", in: window)
      window.callContact("127.0.0.1")
      #expect(window.problem?.what == "This is not an address.")
      #expect(window.page == .contact && alice.link == nil)
      let listener = try await SocketListener.bind(host: nil, port: 0)
      alice.reach(by: .listen(host: nil, port: listener.port))
      try await untilShown("the problem") {
        window.problem?.what.hasPrefix("Cannot wait for a connection") == true
      }
      #expect(
        alice.presence == "Not reachable: connect by address, or copy your messages for email")
      #expect(alice.needsAddress)
      listener.close()
      await end(window)
    }
  }

  @Test(
    "An address goes with its person: renamed, forgotten, and not kept once the window is locked")
  func kept() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(to: two.alice, of: "carol")
      try two.alice.changePassphrase(to: secret("opensesame"), cost: TwoVaults.cost)
      let window = WindowModel(.test("\(directory)/alice"))
      window.start()
      try await untilShown("the question") { window.page == .locked }
      window.unlock(secret("opensesame"))
      try await untilShown("the list") { window.page == .people }
      window.routes = [
        "bob": .connect(Endpoint(host: "127.0.0.1", port: 1)), "carol": .network(port: 0),
      ]
      try await showDetails(of: "bob", in: window)
      window.rename(to: "ben")
      try await untilShown("the name") { window.details?.name == "ben" }
      #expect(window.isByAddress && window.routes.keys.sorted() == ["ben", "carol"])
      window.forget()
      try await untilShown("the list") { window.page == .people }
      #expect(window.routes.keys.sorted() == ["carol"])
      window.lock()
      #expect(window.page == .locked && window.routes.isEmpty)
    }
  }

  private func showDetails(of name: String, in window: WindowModel) async throws {
    window.showDetails(of: name)
    try await untilShown("the page") { window.page == .contact }
  }

  private func port(of conversation: ConversationModel) async throws -> Int {
    var port = 0
    try await untilShown("the port") {
      if case .listen(_, let chosen) = conversation.route { port = chosen }
      return port != 0
    }
    return port
  }

  /// Everything of it has ended.
  private func end(_ window: WindowModel) async {
    await withCheckedContinuation { ended in
      var isOver = false
      window.end {
        // It may be called again when its limit is over.
        if isOver { return }
        isOver = true
        ended.resume()
      }
    }
  }
}
