import Pairing
import Synchronization
import TestSupport
import Testing

@testable import Program

@Suite("The page on which two people pair")
struct MeetingTests {
  /// A meeting that changes at once.
  private final class Table: Sendable {
    let meeting = Mutex(Meeting())
    var step: Meeting.Step { meeting.withLock { $0.step } }

    func reporter() -> PairingReporter {
      PairingReporter { _, change in self.meeting.withLock { change(&$0) } }
    }
  }

  @Test("It shows the search, the codes and the transfer as they come")
  func steps() async {
    let table = Table()
    let reporter = table.reporter()
    reporter.offering("calm otter")
    reporter.met("quick heron", weWait: false)
    #expect(table.step == .searching("Found quick heron. Connecting."))
    #expect(
      table.meeting.withLock { [$0.ownName, $0.otherName] } == ["calm otter", "quick heron"])
    reporter.showCode("1234 5678")
    #expect(table.step == .comparing(code: "1234 5678", note: nil))
    reporter.type("12")
    #expect(await reporter.readCode { true } == "12")
    reporter.askAgain(.notACode)
    #expect(table.step == .comparing(code: "1234 5678", note: "A code has eight digits."))
    reporter.codeWasRight()
    #expect(table.step == .waiting(code: "1234 5678"))
    reporter.progress(bytes: 5, of: 10)
    #expect(table.step == .transferring(bytes: 5, total: 10, note: "5 B of 10 B"))
    reporter.connectionIsLost(secondsLeft: 9)
    #expect(
      table.step
        == .transferring(
          bytes: 5, total: 10, note: "The connection is lost. Waiting 9 s for it to come back."))
    reporter.verifying()
    #expect(table.step == .checking)
  }

  @Test("What was typed for one code does not answer the next")
  func stale() async {
    let reporter = Table().reporter()
    reporter.type("87654321")
    reporter.showCode("1234 5678")
    let tries = Mutex(3)
    let typed = await reporter.readCode {
      tries.withLock {
        $0 -= 1
        return $0 > 0
      }
    }
    #expect(typed == nil)
  }

  @Test("Of several computers, only the person chooses, and only one that is still there")
  func choice() {
    let table = Table()
    let reporter = table.reporter()
    func choose(_ names: [String]) -> Int? {
      if case .offer(let index) = reporter.choose(among: names) { index } else { nil }
    }
    #expect(choose(["calm otter", "quick heron"]) == nil)
    #expect(table.step == .choosing(["calm otter", "quick heron"]))
    reporter.choose("quick heron")
    #expect(choose(["calm otter"]) == nil)
    #expect(choose(["calm otter", "quick heron"]) == 1)
    reporter.follow(.setAside("quick heron"))
    #expect(choose(["calm otter", "quick heron"]) == nil)
  }

  @Test("A failed attempt is told while the next one goes on") @MainActor
  func failure() {
    let table = Table()
    let reporter = table.reporter()
    reporter.showCode("1234 5678")
    reporter.failedAttempt(.wrongCode, attemptsLeft: 2)
    #expect(table.step == .searching("Trying again, with another code."))
    #expect(
      table.meeting.withLock { $0.lastFailure?.what }
        == "That is not the code on the other screen.")
  }

  @Test("A name that no contact can have is refused before anybody is looked for") @MainActor
  func badName() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let model = WindowModel(.test(directory + "/alice"))
      model.start()
      try await untilShown("the list of people") { model.page == .people && !model.people.isEmpty }
      model.beginMeeting()
      model.meet("a,b")
      #expect(model.problem != nil)
      #expect(model.page == .meeting && !model.meeting.isUnderWay)
      #expect(model.knows("bob") && !model.knows("carol"))
    }
  }
}
