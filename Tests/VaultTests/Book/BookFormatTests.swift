import Pad
import Primitives
import System
import TestSupport
import Testing

@testable import Vault

/// The contact book, parsed as vernam-vault(5) describes it.
private struct StoredBook {
  struct Person: Equatable {
    let id: [UInt8]
    let closedThrough: UInt32
    let reason: UInt8
    let name: String
  }

  struct Pad: Equatable {
    let id: [UInt8]
    let number: UInt32
    let contact: [UInt8]
    let role: UInt8
    let shape: [UInt8]
    let keys: [UInt8]
  }

  var version: UInt16
  var mark: UInt64
  var highest: UInt32
  var closedThrough: UInt32
  var reason: UInt8
  var identity: [UInt8]
  var machines: [[UInt8]]
  var counterDirectory: String
  var people: [Person]
  var pads: [Pad]

  init(_ bytes: [UInt8]) {
    var offset = 0
    func take(_ count: Int) -> [UInt8] {
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    func number(_ count: Int) -> UInt64 { take(count).reduce(0) { $0 << 8 | UInt64($1) } }
    version = UInt16(number(2))
    mark = number(8)
    highest = UInt32(number(4))
    closedThrough = UInt32(number(4))
    reason = UInt8(number(1))
    identity = take(29)
    let machineCount = Int(number(1))
    let slots = (0..<4).map { _ in take(16) }
    machines = Array(slots.prefix(machineCount))
    counterDirectory = text(take(Int(number(2))))
    let (personCount, padCount) = (Int(number(4)), Int(number(4)))
    people = (0..<personCount).map { _ in
      let (id, through, reason) = (take(16), UInt32(number(4)), UInt8(number(1)))
      let length = Int(number(1))
      let name = take(64)
      return Person(
        id: id, closedThrough: through, reason: reason, name: text(Array(name.prefix(length))))
    }
    pads = (0..<padCount).map { _ in
      Pad(
        id: take(16), number: UInt32(number(4)), contact: take(16), role: UInt8(number(1)),
        shape: take(10), keys: take(64))
    }
    precondition(offset == bytes.count)
  }
}

@Suite("The contact book on disk")
struct BookFormatTests {
  private func book(_ journey: Journey) throws -> StoredBook {
    StoredBook(try journey.alice().bookBytes())
  }

  @Test("It says who has which pads, in the order in which they were made")
  func contents() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let book = try book(journey)
      #expect(book.version == 1 && book.highest == 3)
      #expect(book.closedThrough == 0 && book.reason == 0)
      #expect(book.machines == [Array(SHA256.hash(Array("test machine".utf8).span).prefix(16))])
      #expect(book.counterDirectory == journey.path + ".state")
      #expect(Set(book.people.map(\.name)) == ["bob", "carol"])
      #expect(book.people.allSatisfy { $0.closedThrough == 0 && $0.reason == 0 })
      #expect(book.pads.map(\.number) == [1, 2, 3])
      #expect(book.pads.prefix(2).map(\.id) == journey.pads.map(\.bytes))
      #expect(book.pads.allSatisfy { $0.role == 0 })
      let bob = try #require(book.people.first { $0.name == "bob" })
      #expect(book.pads.map { $0.contact == bob.id } == [true, true, false])
      for pad in book.pads {
        let state = try journey.alice().stateBytes(of: PadID(pad.id))
        #expect(pad.shape == Array(state[3..<13]) && pad.keys == Array(state[13..<77]))
        #expect(pad.contact == Array(state[77..<93]))
      }
      let found = try #require(try Disk().attributes(at: journey.layout.contacts))
      #expect(Array(book.identity[1..<9]) == found.inode.bigEndianBytes)
      #expect(book.identity[0] & 1 == (found.birth == nil ? 0 : 1))
    }
  }

  @Test("It says what is closed: through which number, and why")
  func closings() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      try journey.closeByPeer(on: journey.pads[0])
      var book = try book(journey)
      let bob = try #require(book.people.first { $0.name == "bob" })
      #expect(bob.closedThrough == 3 && bob.reason == 1)
      #expect(book.closedThrough == 0 && book.reason == 0)
      try TwoVaults.addPad(to: journey.alice(), of: "dave")
      let carol = try journey.alice().contact("carol").pads[0].id
      try journey.counter(of: carol).write(1 << 40)
      _ = try journey.refusal(to: "carol")
      book = try self.book(journey)
      #expect(book.closedThrough == 4 && book.reason == 2)
      #expect(book.people.first { $0.name == "bob" } == bob)
    }
  }

  @Test("Each change raises the generation by one, in both slots, with a fresh mark")
  func generations() throws {
    try withJourney { journey in
      func generations() throws -> [UInt64] { try journey.two.alice.bookGenerations() }
      var marks: Set<UInt64> = [try book(journey).mark]
      let before = try generations()
      #expect(before[0] == before[1])
      for (number, name) in ["robert", "rob", "bob"].enumerated() {
        try journey.alice().rename(journey.alice().contacts()[0].name, to: name)
        #expect(try generations() == before.map { $0 + UInt64(number) + 1 })
        let isFresh = marks.insert(try book(journey).mark).inserted
        #expect(isFresh)
      }
      // Neither reading nor sending changes it.
      _ = try journey.refusal()
      try journey.hear()
      #expect(try generations() == before.map { $0 + 3 })
    }
  }

  @Test("Its size does not reveal how many contacts there are")
  func size() throws {
    try withJourney { journey in
      let before = try readFile(journey.layout.contacts).count
      #expect(before == 2 * 16 << 10)
      for number in 0..<20 { try TwoVaults.addPad(to: journey.two.alice, of: "\(number)") }
      #expect(try readFile(journey.layout.contacts).count == before)
    }
  }

  @Test("When it is full, nobody can be added, and everything else works")
  func full() throws {
    try withQuickDirectory { directory in
      var environment = TwoVaults.environment(directory + "/alice.state")
      environment.contactSlotBytes = 4096
      let vault = try TwoVaults.vault(directory + "/alice", environment)
      var names: [String] = []
      var error: VaultError?
      while error == nil, names.count < 60 {
        let name = "person \(names.count)"
        do {
          try TwoVaults.addPad(to: vault, of: name)
          names.append(name)
        } catch let found as VaultError { error = found }
      }
      #expect(error == .tooManyContacts)
      #expect(names.count > 10)
      #expect(try vault.contacts().map(\.name) == names.sorted())
      for name in names { _ = try vault.sendText("works", to: name) }
      try vault.rename(names[0], to: String(repeating: "x", count: 64))
      try vault.forget(names[1])
      try TwoVaults.addPad(to: vault, of: "somebody")
      _ = try vault.sendText("works", to: "somebody")
      #expect(try Disk().list(vault.layout.pads).count == names.count)
    }
  }
}
