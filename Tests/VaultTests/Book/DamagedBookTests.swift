import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A vault whose contact book is damaged")
struct DamagedBookTests {
  /// How the book is damaged beyond repair.
  enum Damage: CaseIterable, Sendable {
    case zeros, missing, cut, bothSlots, otherVaults

    func apply(to path: String, _ journey: Journey) throws {
      var bytes = try readFile(path)
      switch self {
      case .missing: return try Disk().remove(path)
      case .zeros: bytes = [UInt8](repeating: 0, count: bytes.count)
      case .cut: bytes.removeLast()
      case .bothSlots: for start in [0, bytes.count / 2] { bytes[start + 60] ^= 1 }
      case .otherVaults: bytes = try readFile(journey.bob.directory + "/contacts")
      }
      try VaultFiles.put(bytes, in: path)
    }
  }

  private func damaged(
    _ damage: Damage, _ body: (Journey, VaultError) throws -> Void
  ) throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let path = journey.layout.contacts
      try damage.apply(to: path, journey)
      try body(journey, .bookDamaged(path: path))
    }
  }

  /// The name that alice's program shows for bob, now that his own is lost.
  private func unnamedBob(_ journey: Journey) throws -> String {
    let contact = try #require(
      try journey.alice().contacts().first { $0.pads.contains { $0.id == journey.pads[0] } })
    #expect(contact.name == "unnamed-\(contact.id.hexadecimal.prefix(8))")
    #expect(contact.pads.map(\.id).contains(journey.pads[1]))
    return contact.name
  }

  @Test("Nothing is sent and nobody is added, but messages are read", arguments: Damage.allCases)
  func readsOnly(_ damage: Damage) throws {
    try damaged(damage) { journey, error in
      let packets = try (0..<2).map { try journey.bob.sendText("\($0)", to: "alice") }
      let name = try unnamedBob(journey)
      #expect(try journey.refusal(to: name) == error)
      #expect(throws: error) { try journey.alice().hello(pad: journey.pads[0]) }
      #expect(throws: error) { try journey.alice().rename(name, to: "bob") }
      #expect(throws: error) { try TwoVaults.addPad(to: journey.alice(), of: "dave") }
      let receipt = try journey.alice().receive(packets[1]) { _, _ in }
      #expect(receipt.contact == name && receipt.missing == [2..<3])
      #expect(try journey.alice().receiveText(packets[0]) == "0")
      #expect(throws: VaultError.self) { try journey.alice().receiveText(packets[0]) }
      #expect(try journey.refusal(to: name) == error)
      #expect(try journey.alice().damagesOfLists() == [error])
      #expect(try journey.alice().adoption().isNeeded && journey.alice().adoption().bookIsDamaged)
    }
  }

  @Test(
    "Adopting makes a new book, in which every pad is listed, closed and unnamed",
    arguments: Damage.allCases, [true, false])
  func adopted(_ damage: Damage, isVouched: Bool) throws {
    try damaged(damage) { journey, _ in
      let old = try unnamedBob(journey)
      _ = try journey.alice().adopt(nothingSentElsewhere: isVouched)
      #expect(try journey.alice().damagesOfLists() == [])
      #expect(try !journey.alice().adoption().isNeeded)
      let contacts = try journey.alice().contacts()
      #expect(contacts.count == 2 && contacts.flatMap(\.pads).count == 3)
      #expect(contacts.flatMap(\.pads).allSatisfy { $0.closure == .moved })
      #expect(try journey.refusal(to: old) == .sendingClosed(old, .moved))

      // The new book works like any other.
      try journey.alice().rename(old, to: "bob")
      try journey.hear()
      let third = try journey.addPad()
      #expect(try journey.closures() == [.moved, .moved, nil])
      #expect(try journey.alice().contact("bob").pads.last?.id == third)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Evidence of a rollback is no way around the damage", arguments: [false, true])
  func withSigns(_ isOfPeer: Bool) throws {
    try withJourney { journey in
      let path = journey.layout.contacts
      let packet = try journey.helloThatHasSeenMore(on: journey.pads[0])
      try Damage.zeros.apply(to: path, journey)
      if isOfPeer {
        _ = try? journey.alice().receiveHello(packet, pad: journey.pads[0])
      } else {
        try journey.counter(of: journey.pads[0]).write(1 << 40)
      }
      let name = try #require(try journey.alice().contacts().first).name
      #expect(try journey.refusal(to: name) == .bookDamaged(path: path))
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal(to: name) == .sendingClosed(name, .moved))
    }
  }

  @Test("One damaged slot is written again when the book is next changed", arguments: [0, 1])
  func renewed(_ slot: Int) throws {
    try withJourney { journey in
      let path = journey.layout.contacts
      var bytes = try readFile(path)
      bytes[slot * bytes.count / 2 + 60] ^= 1
      try VaultFiles.put(bytes, in: path)
      #expect(try journey.alice().damagesOfLists() == [])
      #expect(try journey.refusal() == nil)
      try journey.alice().rename("bob", to: "robert")
      // Either slot is enough.
      let whole = try readFile(path)
      for slot in 0..<2 {
        var bytes = whole
        bytes[slot * bytes.count / 2 + 60] ^= 1
        try VaultFiles.put(bytes, in: path)
        #expect(try journey.alice().contacts().map(\.name) == ["robert"])
      }
    }
  }

  @Test("A reader repairs nothing")
  func reader() throws {
    try withJourney { journey in
      let path = journey.layout.contacts
      var bytes = try readFile(path)
      bytes[60] ^= 1
      try VaultFiles.put(bytes, in: path)
      let before = try VaultFiles([journey.path])
      #expect(try journey.reader().contact("bob").pads.count == 1)
      #expect(try VaultFiles([journey.path]) == before)
    }
  }
}
