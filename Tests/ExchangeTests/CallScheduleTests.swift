import Discovery
import TestSupport
import Testing

@testable import Exchange

@Suite("Calls to offers, most of which somebody may only repeat")
struct CallScheduleTests {
  private let start = ContinuousClock.now
  private func offer(_ number: Int) -> Offer { Offer(name: "\(number)") }

  /// The offers that are called at once.
  private func begun(_ schedule: inout CallSchedule, after time: Duration = .zero) -> [Offer] {
    var offers: [Offer] = []
    while let offer = schedule.begin(at: start + time) { offers.append(offer) }
    return offers
  }

  @Test("Silent offers do not delay the call to a true one, older or newer")
  func silent() {
    for place in [0, 12, 24] {
      var schedule = CallSchedule()
      for number in 0...24 { schedule.appear(offer(number), at: start) }
      #expect(begun(&schedule).contains(offer(place)))
    }
  }

  @Test("The newest are called first, each once at a time, and never too many at once")
  func bounded() {
    var schedule = CallSchedule()
    for number in 0..<60 { schedule.appear(offer(number), at: start) }
    let first = begun(&schedule)
    #expect(first == (60 - CallSchedule.mostCalls..<60).reversed().map(offer))
    #expect(begun(&schedule, after: .seconds(1000)) == [])
    schedule.end(first[0], after: .seconds(10), at: start)
    #expect(begun(&schedule) == [offer(59 - CallSchedule.mostCalls)])
  }

  @Test("Each offer has pauses of its own, which grow, also if it vanishes meanwhile")
  func pauses() {
    var schedule = CallSchedule()
    schedule.appear(offer(1), at: start)
    var now = Duration.zero
    for pause in [1, 2, 4, 8, 16, 30, 30] {
      #expect(begun(&schedule, after: now) == [offer(1)])
      schedule.end(offer(1), after: .seconds(10), at: start + now)
      schedule.vanish(offer(1))
      #expect(begun(&schedule, after: now + .seconds(100)) == [])
      schedule.appear(offer(1), at: start + now)
      now += .seconds(pause)
      #expect(begun(&schedule, after: now - .milliseconds(1)) == [])
    }
    schedule.appear(offer(2), at: start)
    #expect(begun(&schedule) == [offer(2)])
  }

  @Test("A brief session does not make the next pause shorter; one of a minute does")
  func brief() {
    var pause = CallPause()
    let lasted = [0, 59, 2, 60, 0].map { pause.next(after: .seconds($0)) }
    #expect(lasted == [1, 2, 4, 1, 2].map { .seconds($0) })
  }
}
