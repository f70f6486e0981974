import Testing

@testable import Discovery

@Suite("Merging sightings on each interface and protocol")
struct OfferBookTests {
  private let otter = Offer(name: "otter")
  private let own = Offer(name: "own")

  @Test("An offer appears with its first sighting and vanishes with its last")
  func merge() {
    var book = OfferBook(own: .none)
    for interface: UInt32 in [3, 2, 2] { book.add(otter, interface: interface) }
    #expect(book.changes() == [.appeared(otter)])
    #expect(book.interfaces(of: otter) == [2, 3])
    book.remove(otter, interface: 2)
    book.remove(otter, interface: 3)
    #expect(book.changes() == [])
    #expect(book.interfaces(of: otter) == [2])
    book.remove(otter, interface: 2)
    #expect(book.changes() == [.vanished(otter)])
    #expect(book.changes() == [])
  }

  @Test("An offer that comes and goes between two looks is not reported")
  func flicker() {
    var book = OfferBook(own: .none)
    book.add(otter, interface: 1)
    book.remove(otter, interface: 1)
    #expect(book.changes() == [])
  }

  @Test("Removing an offer that was never there changes nothing")
  func unknown() {
    var book = OfferBook(own: .none)
    book.remove(otter, interface: 1)
    book.add(otter, interface: 1)
    book.remove(otter, interface: 9)
    #expect(book.changes() == [.appeared(otter)])
  }

  @Test("Nobody appears before this end's own name is known, and its own offer never does")
  func ownOffer() {
    var book = OfferBook(own: .pending)
    book.add(own, interface: 1)
    book.add(otter, interface: 1)
    #expect(book.changes() == [])
    book.register(own)
    #expect(book.changes() == [.registered(own), .appeared(otter)])
    book.register(own)
    book.remove(own, interface: 1)
    #expect(book.changes() == [])
  }

  @Test("After a collision the new name is reported, and the old one is somebody else's")
  func renamed() {
    var book = OfferBook(own: .pending)
    book.register(own)
    book.add(own, interface: 1)
    #expect(book.changes() == [.registered(own)])
    let second = Offer(name: "own #2")
    book.register(second)
    book.add(second, interface: 1)
    #expect(book.changes() == [.registered(second), .appeared(own)])
  }

  @Test("A flood of names does not hide the one that is wanted")
  func wantedInFlood() {
    let wanted = Offer(name: "wanted")
    var book = OfferBook(own: .none) { $0 == wanted }
    for number in 0..<2 * OfferBook.limit { book.add(Offer(name: "\(number)"), interface: 1) }
    book.add(wanted, interface: 1)
    #expect(book.changes() == [.appeared(wanted)])
  }

  @Test("A flood of names is cut off, and the names before it stay")
  func flood() {
    var book = OfferBook(own: .none)
    book.add(otter, interface: 1)
    for number in 0..<1000 { book.add(Offer(name: "flood-\(number)"), interface: 1) }
    book.add(otter, interface: 2)
    let changes = book.changes()
    #expect(changes.count == OfferBook.limit)
    #expect(changes.contains(.appeared(otter)))
    #expect(book.interfaces(of: otter) == [1, 2])
  }
}
