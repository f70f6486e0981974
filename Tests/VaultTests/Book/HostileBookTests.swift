import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A correctly sealed contact book with impossible contents")
struct HostileBookTests {
  /// A change to an encoded book; `start` is the offset of the numbers of contacts and pads.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout [UInt8], _ start: Int) -> Void

    init(
      _ about: String, _ apply: @escaping @Sendable (inout [UInt8], _ start: Int) -> Void
    ) {
      testDescription = about
      self.apply = apply
    }

    /// Replaces the bytes at an offset.
    init(_ about: String, at offset: Int, _ bytes: [UInt8]) {
      self.init(about) { book, _ in book.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      }
    }

    /// The same, with an offset counted from `start`.
    init(_ about: String, behindStart offset: Int, _ bytes: [UInt8]) {
      self.init(about) { book, start in
        book.replaceSubrange(start + offset..<start + offset + bytes.count, with: bytes)
      }
    }
  }

  private static let most = [UInt8](repeating: 0xff, count: 4)
  private static let personBytes = 86
  private static let padBytes = 111
  /// Offsets from `start` in a book with two pads of bob's and one of carol's.
  private static let people = 8
  private static let pads = people + 2 * personBytes

  static let fields = [
    Change("a version that never was", at: 0, [0, 0]),
    Change("a highest number below that of a pad", at: 10, [0, 0, 0, 2]),
    Change("a highest number that has no next one", at: 10, most),
    Change("a closing beyond the highest number", at: 14, [0, 0, 0, 4, 2]),
    Change("a closing for no reason", at: 14, [0, 0, 0, 1, 0]),
    Change("a closing for an unknown reason", at: 14, [0, 0, 0, 1, 4]),
    Change("an identity with unknown flags", at: 19, [0xff]),
    Change("five machines", at: 48, [5]),
    Change("255 machines", at: 48, [255]),
    Change("no machine, and the id of one", at: 48, [0]),
    Change("a directory of 65535 bytes", at: 113, [0xff, 0xff]),
    Change("a directory that is no UTF-8", at: 115, [0xff]),
    Change("4294967295 contacts", behindStart: 0, most),
    Change("4294967295 pads", behindStart: 4, most),
    Change("a contact less than there are", behindStart: 3, [1]),
    Change("a pad more than there are", behindStart: 7, [4]),
    Change(
      "a contact that is closed beyond the highest number", behindStart: people + 16,
      [0, 0, 0, 4, 1]),
    Change(
      "a contact that is closed for an unknown reason", behindStart: people + 16, [0, 0, 0, 1, 9]),
    Change("no name", behindStart: people + 21, [0]),
    Change("a name of 255 bytes", behindStart: people + 21, [255]),
    Change("a name with a slash", behindStart: people + 22, [0x2f]),
    Change("a name that is no UTF-8", behindStart: people + 22, [0xff]),
    Change("something behind the name", behindStart: people + 80, [1]),
    Change("a pad without a number", behindStart: pads + 16, [0, 0, 0, 0]),
    Change("two pads with one number", behindStart: pads + 16, [0, 0, 0, 2]),
    Change("pads that are not in order", behindStart: pads + 16, [0, 0, 0, 3]),
    Change("a pad of a contact that there is not", behindStart: pads + 20, [1, 2, 3, 4]),
    Change("a role that is none", behindStart: pads + 36, [2]),
    Change("a chunk size that no pad has", behindStart: pads + 37, [0, 0]),
    Change("a lane without chunks", behindStart: pads + 39, [0, 0, 0, 0]),
  ]

  static let lists = [
    Change("the same contact twice") { book, start in
      let first = Array(book[start + people..<start + people + 16])
      let second = start + people + personBytes
      book.replaceSubrange(second..<second + 16, with: first)
    },
    Change("two contacts with one name") { book, start in
      let first = Array(book[start + people + 21..<start + people + personBytes])
      let second = start + people + personBytes + 21
      book.replaceSubrange(second..<second + first.count, with: first)
    },
    Change("the same pad twice") { book, start in
      let first = Array(book[start + pads..<start + pads + 16])
      book.replaceSubrange(start + pads + padBytes..<start + pads + padBytes + 16, with: first)
    },
    Change("a byte more") { book, _ in book.append(0) },
    Change("a byte less") { book, _ in book.removeLast() },
    Change("a byte") { book, _ in book = [0] },
    Change("nothing") { book, _ in book = [] },
  ]

  /// Applies each change to some slots of the book.
  private func forEachChange(
    slots: [Int], _ check: (Change, Journey) throws -> Void
  ) throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let whole = try VaultFiles([journey.path])
      let start = 115 + (journey.path + ".state").utf8.count
      for change in HostileBookTests.fields + HostileBookTests.lists {
        try journey.two.alice.changeBookBytes(slots: slots) { change.apply(&$0, start) }
        try check(change, journey)
        try whole.restore()
      }
    }
  }

  @Test("counts as damaged")
  func refused() throws {
    try forEachChange(slots: [0, 1]) { change, journey in
      let error = VaultError.bookDamaged(path: journey.layout.contacts)
      #expect(try journey.alice().damagesOfLists() == [error], "\(change.testDescription)")
      let name = try #require(try journey.alice().contacts().first).name
      #expect(try journey.refusal(to: name) == error, "\(change.testDescription)")
    }
  }

  @Test("is repaired if the other slot is whole")
  func oneSlot() throws {
    try forEachChange(slots: [1]) { change, journey in
      let alice = try journey.alice()
      let (damages, contacts) = (alice.damagesOfLists(), try alice.contacts())
      #expect(damages == [], "\(change.testDescription)")
      #expect(contacts.map(\.name) == ["bob", "carol"])
    }
  }

  @Test("counts as damaged if its generation is out of range", arguments: [0, 1 << 62, UInt64.max])
  func generation(_ generation: UInt64) throws {
    try withJourney { journey in
      try journey.two.alice.changeBookBytes(generation: generation) { _ in }
      let error = VaultError.bookDamaged(path: journey.layout.contacts)
      #expect(try journey.alice().damagesOfLists() == [error])
    }
  }

  @Test("is left alone if it is of a newer version", arguments: [[0], [1], [0, 1]])
  func newer(_ slots: [Int]) throws {
    try withJourney { journey in
      try journey.two.alice.changeBookBytes(slots: slots) { $0[1] = 2 }
      let path = journey.layout.contacts
      let before = try readFile(path)
      #expect(throws: VaultError.newerVersion(path: path)) {
        try journey.alice().rename("bob", to: "robert")
      }
      #expect(try readFile(path) == before)
    }
  }

  @Test("works if it is resealed unchanged: the control")
  func control() throws {
    try withJourney { journey in
      try journey.two.alice.changeBookBytes { _ in }
      #expect(try journey.refusal() == nil)
    }
  }
}
