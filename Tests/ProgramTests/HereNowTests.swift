import Exchange
import Link
import Pad
import TestSupport
import Testing
import Vault

@testable import Program

@Suite("People who are here now") @MainActor
struct HereNowTests {
  @Test("Whoever seems to be here, and does not answer, is not called here")
  func absent() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(to: two.bob, of: "carol")
      let window = try await Windows.start("bob", in: directory)
      window.notice = { Issue.record("\($0)") }
      let nowhere = Endpoint(host: "127.0.0.1", port: 1)
      window.see(["carol": nowhere, "alice": nowhere])
      let carol = try #require(window.background["carol"])
      try await untilShown("the attempt") { carol.presence.hasPrefix("carol does not answer at") }
      #expect(window.news.isEmpty)
      window.see(["carol": nowhere])
      #expect(Array(window.background.keys) == ["carol"])
      window.closeConversations()
      #expect(carol.isClosed && window.background.isEmpty)
    }
  }

  @Test("What somebody who is here writes is said in the list, and read once it is opened")
  func background() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (alice, conversation) = try await Windows.open("alice", with: "bob", in: directory)
      conversation.reach(by: .listen(host: "127.0.0.1", port: 0))
      var place: Endpoint?
      try await untilShown("the port") {
        if case .listen(let host?, let port) = conversation.route, port != 0 {
          place = Endpoint(host: host, port: port)
        }
        return place != nil
      }
      let bob = try await Windows.start("bob", in: directory)
      var notices: [String] = []
      bob.notice = { notices.append($0) }
      bob.see(["alice": try #require(place)])
      try await untilShown("the connection") { conversation.isHere }
      conversation.send(secret("Are you there?")) { #expect($0 == nil) }
      try await untilShown("the news") { bob.news == ["alice": "New message"] }
      #expect(notices == ["Somebody is here", "New message"])
      #expect(bob.page == .people && conversation.delivery(of: 1...1) != .arrived)
      // She seems to go, and what came stays; so does the connection while it lasts.
      bob.see([:])
      let unread = try #require(bob.background["alice"])
      bob.routes["alice"] = .connect(Endpoint(host: "127.0.0.1", port: 1))
      bob.open("alice")
      #expect(bob.conversation === unread && bob.background.isEmpty && unread.isHere)
      #expect(unread.isReached(by: try #require(place)))
      try await untilShown("the text") { unread.lines.last?.kind == .theirs }
      try await untilShown("its arrival") { conversation.delivery(of: 1...1) == .arrived }
      bob.leave()

      bob.see(["alice": try #require(place)])
      try await untilShown("the next connection") { bob.background["alice"]?.isHere == true }
      #expect(notices.count(where: { $0 == "Somebody is here" }) == 1)
      bob.see([:])
      #expect(bob.news == ["alice": "Here now"])
      alice.leave()
      try await untilShown("the end") { bob.background.isEmpty && bob.news.isEmpty }
      #expect(bob.problem == nil)
    }
  }

  @Test("A conversation that comes to the front goes its own way once its connection has ended")
  func ownWay() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let bob = try await Windows.start("bob", in: directory)
      let places = [1, 2].map { Endpoint(host: "127.0.0.1", port: $0) }
      bob.see(["alice": places[0]])
      let model = try #require(bob.background["alice"])
      bob.routes["alice"] = .connect(places[1])
      bob.open("alice")
      #expect(bob.conversation === model && model.isReached(by: places[1]))
      try await untilShown("that it calls there") { model.presence.contains("127.0.0.1:2") }
    }
  }

  @Test("One that cannot begin in the background says nothing, and begins once it can")
  func elsewhere() async throws {
    try await withTemporaryDirectory { directory in
      let vaults = try TwoVaults(in: directory)
      var lock: ConversationLock? = try vaults.bob.lockConversation(
        with: vaults.bob.contact("alice"))
      let bob = try await Windows.start("bob", in: directory)
      let nowhere = ["alice": Endpoint(host: "127.0.0.1", port: 1)]
      bob.see(nowhere)
      try await untilShown("that it was given up") { bob.background.isEmpty }
      #expect(bob.problem == nil)
      withExtendedLifetime(lock) {}
      lock = nil
      bob.see(nowhere)
      try await untilShown("the conversation") { bob.background["alice"]?.isOpen == true }
    }
  }
}
