import Testing

@testable import Program

@Suite("Whether anybody is at the window")
struct PresenceTests {
  private let start = ContinuousClock.now

  private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test("After a minute without a touch nobody is, until the next one")
  func away() {
    var presence = Presence(at: start)
    #expect(!presence.isAway(at: after(59)) && presence.isAway(at: after(60)))
    presence.touch(at: after(70))
    #expect(!presence.isAway(at: after(129)) && presence.isAway(at: after(130)))
  }

  @Test("After ten minutes without a touch it is time to lock, once")
  func lock() {
    var presence = Presence(at: start)
    var times: [Int] = []
    for seconds in 1...1800 {
      if seconds == 599 { presence.touch(at: after(seconds)) }
      if presence.isTimeToLock(at: after(seconds)) { times.append(seconds) }
    }
    #expect(times == [1199, 1799])
  }

  @Test("Somebody who scans a code is there, which does not put off the lock")
  func scanning() {
    var presence = Presence(at: start)
    presence.see(at: after(590))
    let isTimeToLock = presence.isTimeToLock(at: after(600))
    #expect(isTimeToLock && !presence.isAway(at: after(649)))
  }
}
