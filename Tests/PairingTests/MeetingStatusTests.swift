import Discovery
import Testing

@testable import Pairing

@Suite("Whom a listener lets in")
struct MeetingStatusTests {
  private static func caller(_ name: String?) -> Caller {
    Caller(JoinRequest(from: name.map(Offer.init(name:))), at: "10.0.0.7:4000")
  }

  private static let (bob, carol) = (Offer(name: "bob"), Offer(name: "carol"))

  @Test("Without a search, anybody")
  func anybody() {
    #expect(MeetingStatus().isAdmitted(Self.caller("bob")) == true)
    #expect(MeetingStatus().isAdmitted(Self.caller(nil)) == true)
  }

  @Test(
    "Nobody before the person chose; then only that one; one that was alone makes it a question")
  func choice() {
    let status = MeetingStatus(.undecided)
    status.offers(Offer(name: "alice"))
    #expect(status.isAdmitted(Self.caller("bob")) == nil)
    _ = status.admit(.only(Self.bob))
    #expect(status.isAdmitted(Self.caller("bob")) == true)
    #expect(status.isAdmitted(Self.caller("carol")) == nil)
    _ = status.admit(.chosen(Self.carol))
    #expect(status.isAdmitted(Self.caller("bob")) == false)
    #expect(status.isAdmitted(Self.caller("carol")) == true)
    #expect(status.isAdmitted(Self.caller(nil)) == false)
    _ = status.admit(.chosen(Offer(name: "10.0.0.7")))
    #expect(status.isAdmitted(Self.caller(nil)) == true)
  }

  @Test("Not one whose name sorts lower: it should listen itself, and is not shown")
  func order() {
    let status = MeetingStatus(.undecided)
    status.offers(Self.carol)
    status.add(Self.caller("bob"))
    #expect(status.callers.isEmpty && status.isAdmitted(Self.caller("bob")) == false)
    status.add(Self.caller("dave"))
    #expect(status.callers == [Self.caller("dave")])
  }

  @Test("Nobody while a session is under way")
  func session() {
    let status = MeetingStatus(.chosen(Self.bob))
    #expect(status.beginServing(Self.caller("bob")))
    #expect(status.isAdmitted(Self.caller("bob")) == false && !status.admit(.chosen(Self.bob)))
    status.endServing()
    // After an attempt, nobody is let in before it is decided anew.
    #expect(status.isAdmitted(Self.caller("bob")) == nil)
  }

  @Test("Nobody whose admission was taken back before the session began")
  func takenBack() {
    let status = MeetingStatus(.only(Self.bob))
    #expect(status.isAdmitted(Self.caller("bob")) == true && status.admit(.undecided))
    #expect(!status.beginServing(Self.caller("bob")))
  }
}
