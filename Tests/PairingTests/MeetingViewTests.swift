import Discovery
import Testing

@testable import Pairing

@Suite("Who is there, and who is chosen")
struct MeetingViewTests {
  private static let (bob, carol) = (Offer(name: "bob"), Offer(name: "carol"))

  private static func view(_ wanted: Offer? = nil, alwaysAsks: Bool = false) -> MeetingView {
    var view = MeetingView(wanted: wanted, alwaysAsks: alwaysAsks)
    view.take(.registered(Offer(name: "alice")))
    return view
  }

  @Test(
    "The person is asked once two were seen, even if one is gone, and not because of one set aside")
  func asks() {
    var view = Self.view()
    view.take(.appeared(Self.bob))
    view.take(.appeared(Offer(name: "from before")))
    view.take(.vanished(Offer(name: "from before")))
    view.rememberCandidates()
    #expect(!view.asks && view.candidates == [Self.bob])
    let caller = Caller(JoinRequest(from: Self.carol), at: "10.0.0.7:4000")
    #expect(view.take([caller]) && !view.take([caller]))
    view.rememberCandidates()
    #expect(view.asks && view.candidates == [Self.bob, Self.carol])
    view.take(.vanished(Self.bob))
    #expect(view.asks && view.candidates == [Self.carol])
    view = Self.view()
    view.take(.appeared(Self.bob))
    view.rememberCandidates()
    view.leave(Self.bob)
    view.take(.appeared(Self.carol))
    view.rememberCandidates()
    #expect(!view.asks && view.candidates == [Self.carol])
    view = Self.view(alwaysAsks: true)
    #expect(view.asks)
    view = Self.view(Self.bob)
    view.take(.appeared(Self.bob))
    view.take(.appeared(Self.carol))
    view.rememberCandidates()
    #expect(!view.asks && view.candidates == [Self.bob])
  }

  @Test("An awaited end that vanishes is no longer chosen; a call to one ends by itself")
  func vanished() {
    var view = Self.view()
    view.take(.appeared(Self.bob))
    #expect(view.choose(Self.bob).isAwaited)
    view.take(.vanished(Self.bob))
    #expect(view.choice == nil)
    let other = Offer(name: "aaron")
    view.take(.appeared(other))
    #expect(!view.choose(other).isAwaited)
    view.take(.vanished(other))
    #expect(view.choice?.offer == other)
    view.leave(other)
    #expect(view.choice == nil)
  }

  @Test("An end that a person chose stays on the list if it does not answer")
  func personsChoice() {
    var view = Self.view(alwaysAsks: true)
    view.take(.appeared(Self.bob))
    #expect(view.choose(Self.bob).isPersons)
    view.leave(Self.bob)
    #expect(view.choice == nil && view.candidates == [Self.bob])
  }
}
