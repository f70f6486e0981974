import Codec
import Pad
import Synchronization
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A command that the person stops")
struct StoppedTests {
  private static let stopped = SystemError("wait", "signal", code: SystemError.interrupted)

  /// The same vault, with small pieces, stopped once it has checked for that `count` times.
  private func stopping(_ vault: Vault, after count: Int) throws -> Vault {
    let looks = Looks()
    var environment = vault.environment
    environment.memoryBytes = 0
    environment.pieceBytes = 512
    environment.isStopped = { looks.next() > count }
    return try TwoVaults.open(vault.directory, environment)
  }

  private final class Looks: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  private let text = String(repeating: "a long text ", count: 200)

  @Test("Sending spends nothing before it is committed, and after that says what it has spent")
  func sending() throws {
    var outcomes: Set<String> = []
    for count in 0..<60 {
      try withQuickDirectory { directory in
        let two = try TwoVaults(in: directory)
        let before = try readFile(two.alice.layout.state(two.padID))
        do {
          _ = try stopping(two.alice, after: count).sendText(text, to: "bob")
          outcomes.insert("sent")
        } catch VaultError.system(StoppedTests.stopped) {
          outcomes.insert("nothing spent")
          #expect(try readFile(two.alice.layout.state(two.padID)) == before)
        } catch VaultError.spentInVain(
          to: "bob", isCertain: true, because: .system(StoppedTests.stopped))
        {
          outcomes.insert("spent")
          try expectFinished(two)
        }
      }
    }
    #expect(outcomes == ["sent", "nothing spent", "spent"])
  }

  /// Checks that the chunks are destroyed, both slots say so, and the other end misses nothing.
  private func expectFinished(_ two: TwoVaults) throws {
    let used = try two.alice.contact("bob").pads[0].send.used
    #expect(used > text.utf8.count)
    let chunks = try readFile(two.alice.layout.chunks(two.padID))
    let wiped = WipedChunks(used / 256, of: two.padID, two.alice)
    #expect((0..<used / 256).allSatisfy { wiped.contain($0, of: chunks) })
    let generations = try two.alice.stateGenerations(of: two.padID)
    #expect(generations[0] == generations[1])
    _ = try two.bob.receiveText(two.alice.sendText("next", to: "bob"))
    #expect(try two.bob.contact("alice").missing == 0)
  }

  @Test(
    "If the disk fails while sending, the error says whether the pad is spent",
    arguments: [DyingStorage.Fate.lost, .kept])
  func failing(_ fate: DyingStorage.Fate) throws {
    var outcomes: Set<String> = []
    for steps in 0..<12 {
      try withQuickDirectory { directory in
        let two = try TwoVaults(in: directory)
        var environment = two.alice.environment
        environment.storage = DyingStorage(after: steps, fate: fate)
        do {
          _ = try TwoVaults.open(two.alice.directory, environment).sendText(text, to: "bob")
          outcomes.insert("sent")
          return
        } catch VaultError.spentInVain(to: "bob", let isCertain, because: .system) {
          outcomes.insert(isCertain ? "is spent" : "may be spent")
          if !isCertain { return }
          _ = try two.alice.sendText("next", to: "bob")
          #expect(try two.alice.contact("bob").pads[0].send.used > text.utf8.count)
        } catch {
          outcomes.insert("nothing spent")
          _ = try two.alice.sendText("next", to: "bob")
          #expect(try two.alice.contact("bob").pads[0].send.used == 256)
        }
      }
    }
    #expect(outcomes == ["nothing spent", "may be spent", "is spent", "sent"])
  }

  @Test("If the disk fails while reading, the error says whether the message was delivered")
  func failingToConsume() throws {
    var outcomes: Set<String> = []
    for steps in 0..<12 {
      try withQuickDirectory { directory in
        let two = try TwoVaults(in: directory)
        let packet = try two.alice.sendText(text, to: "bob")
        var environment = two.bob.environment
        environment.storage = DyingStorage(after: steps, fate: .lost)
        var isDelivered = false
        do {
          _ = try TwoVaults.open(two.bob.directory, environment).receive(packet) { _, _ in
            isDelivered = true
          }
          outcomes.insert("read")
        } catch VaultError.notMarkedAsRead(from: "alice", because: .system) {
          outcomes.insert("delivered")
          #expect(isDelivered)
        } catch {
          outcomes.insert("not delivered")
          #expect(!isDelivered)
          #expect(try two.bob.receiveText(packet) == text)
        }
      }
    }
    #expect(outcomes == ["read", "delivered", "not delivered"])
  }

  @Test("A stopped program does not wait for a lock")
  func locked() throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      let held = try Disk().open(two.alice.layout.state(two.padID), writable: true)
      try #require(try held.tryLock(.exclusive))
      let alice = try stopping(two.alice, after: 0)
      #expect(throws: VaultError.system(StoppedTests.stopped)) {
        try alice.sendText(text, to: "bob")
      }
    }
  }

  @Test("A message stays readable wherever reading it is stopped")
  func receiving() throws {
    var stops = 0
    for count in 0..<60 {
      try withQuickDirectory { directory in
        let two = try TwoVaults(in: directory)
        let packet = try two.alice.sendText(text, to: "bob")
        let before = try readFile(two.bob.layout.state(two.padID))
        do {
          #expect(try stopping(two.bob, after: count).receiveText(packet) == text)
        } catch VaultError.system(StoppedTests.stopped) {
          stops += 1
          #expect(try readFile(two.bob.layout.state(two.padID)) == before)
          #expect(try two.bob.receiveText(packet) == text)
        }
      }
    }
    #expect((2..<60).contains(stops))
  }
}
