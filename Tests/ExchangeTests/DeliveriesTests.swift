import Testing

@testable import Exchange

@Suite("How far messages have come")
struct DeliveriesTests {
  @Test("Of several together, the one that is least far counts, and one that is lost shows")
  func several() {
    var deliveries = Deliveries()
    #expect(deliveries.state(of: 1...3) == .waiting)
    for number in 1...3 { #expect(deliveries.follow(.sent(number)) == number) }
    #expect(deliveries.state(of: 1...3) == .sent)
    deliveries.follow(.arrived(1))
    deliveries.follow(.arrived(3))
    #expect(deliveries.state(of: 1...3) == .sent)
    deliveries.follow(.passed(2))
    #expect(deliveries.state(of: 1...3) == .passed)
    #expect(deliveries.state(of: 1...1) == .arrived)
  }

  @Test("One that another command delivered or removed shows unless one will not be read")
  func removed() {
    var deliveries = Deliveries()
    for number in 1...3 { deliveries.follow(.sent(number)) }
    #expect(deliveries.follow(.removed(1, hasLeft: false)) == 1)
    #expect(deliveries.state(of: 1) == .removed)
    #expect(deliveries.state(of: 1...3) == .sent)
    for number in 2...3 { deliveries.follow(.arrived(number)) }
    #expect(deliveries.state(of: 1...3) == .removed)
  }

  @Test("Other events change nothing")
  func others() {
    var deliveries = Deliveries()
    #expect(deliveries.follow(.here) == nil && deliveries.follow(.found(1)) == nil)
    #expect(deliveries.state(of: 1) == .waiting)
  }
}
