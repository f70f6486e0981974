import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A contact whose pads are closed, whatever its name")
struct ClosedContactTests {
  @Test("A closed contact keeps its closing under another name, and leaves none to the old one")
  func nameGivenAway() throws {
    try withJourney(others: ["carol"]) { journey in
      try journey.closeByPeer(on: journey.pads[0])
      try journey.alice().rename("bob", to: "robert")
      try journey.alice().rename("carol", to: "bob")
      #expect(try journey.refusal(to: "robert") == .sendingClosed("robert", .peerHasSeenMore))
      #expect(try journey.refusal(to: "bob") == nil)
      try journey.alice().rename("bob", to: "carol")
      #expect(try journey.refusal(to: "carol") == nil)
    }
  }

  @Test(
    "If two contacts are merged, a closing of one closes the pads that the other had then",
    arguments: [("bob", "bob2"), ("bob2", "bob")])
  func merged(_ old: String, _ new: String) throws {
    try withJourney(pads: 2) { journey in
      try journey.alice().rename("bob", to: "bob2")
      let third = try journey.addPad()
      try journey.closeByPeer(on: third)
      #expect(try journey.closures() == [.peerHasSeenMore])
      #expect(try journey.closures("bob2") == [nil, nil])
      let carol = try TwoVaults.addPad(to: journey.alice(), of: "carol")
      try journey.alice().rename(old, to: new, merging: true)
      let closed = [SendingClosure?](repeating: .peerHasSeenMore, count: 3)
      #expect(try journey.closures(new) == closed)
      // A pad newer than the closing stays open, whichever contact has it.
      try journey.alice().rename("carol", to: new, merging: true)
      #expect(try journey.closures(new) == closed + [nil])
      #expect(try journey.alice().contact(new).pads.last?.id == carol)
      #expect(try journey.refusal(to: new) == nil)
    }
  }

  @Test("If there are two closings, the one that reaches further counts", arguments: [false, true])
  func twoClosings(_ isTurned: Bool) throws {
    try withJourney { journey in
      try journey.closeByPeer(on: journey.pads[0])
      try journey.alice().rename("bob", to: "robert")
      let second = try journey.addPad()
      try journey.closeByPeer(on: second)
      try journey.addPad()
      let (old, new) = isTurned ? ("robert", "bob") : ("bob", "robert")
      try journey.alice().rename(old, to: new, merging: true)
      #expect(try journey.closures(new) == [.peerHasSeenMore, .peerHasSeenMore, nil])
    }
  }

  @Test("A name is free once all pads under it are forgotten")
  func forgotten() throws {
    try withJourney(others: ["carol"]) { journey in
      try journey.closeByPeer(on: journey.pads[0])
      #expect(throws: VaultError.nameTaken("bob")) {
        try journey.alice().rename("carol", to: "bob")
      }
      try journey.alice().forget("bob")
      #expect(throws: VaultError.noContact("bob")) {
        try journey.alice().rename("carol", to: "bob", merging: true)
      }
      try journey.alice().rename("carol", to: "bob")
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("While all pads of a contact are away, its name is taken")
  func away() throws {
    try withJourney(others: ["carol"]) { journey in
      try journey.closeByPeer(on: journey.pads[0])
      try journey.without(journey.pads[0]) {
        #expect(throws: VaultError.nameTaken("bob")) {
          try journey.alice().rename("carol", to: "bob")
        }
      }
      #expect(try journey.refusal() == Journey.seen)
      #expect(try journey.refusal(to: "carol") == nil)
    }
  }

  @Test("A pad that was away while its contact was closed is closed when it is back")
  func awayMeanwhile() throws {
    try withJourney(pads: 2) { journey in
      let packet = try journey.helloThatHasSeenMore(on: journey.pads[1])
      try journey.without(journey.pads[0]) {
        try journey.alice().receiveHello(packet, pad: journey.pads[1])
        try journey.addPad()
      }
      #expect(try journey.closures() == [.peerHasSeenMore, .peerHasSeenMore, nil])
      #expect(try journey.alice().contact("bob").pads[0].id == journey.pads[0])
      let text = try journey.bob.receiveText(journey.alice().sendText("on the third", to: "bob"))
      #expect(text == "on the third")
    }
  }

  @Test("A hello that closes its contact is read, and a warning says what it did")
  func helloWarns() throws {
    try withJourney(pads: 1) { journey in
      let packet = try journey.helloThatHasSeenMore(on: journey.pads[0])
      let warnings = Said()
      var environment = try journey.alice().environment
      environment.warn = warnings.add
      let alice = try TwoVaults.open(journey.path, environment)
      #expect(try alice.receiveHello(packet, pad: journey.pads[0]))
      #expect(warnings.all == [.sendingClosed("bob", .peerHasSeenMore)])
    }
  }

  @Test("A pad that was away while its contact was renamed has the new name when it is back")
  func renamedWhileAway() throws {
    try withJourney(pads: 2) { journey in
      try journey.without(journey.pads[1]) {
        try journey.alice().rename("bob", to: "robert")
        try journey.counter(of: journey.pads[0]).write(1 << 40)
        #expect(try journey.refusal(to: "robert") == .sendingClosed("robert", .vaultIsOlder))
      }
      #expect(try journey.alice().contacts().map(\.name) == ["robert"])
      #expect(try journey.closures("robert") == [.vaultIsOlder, .vaultIsOlder])
    }
  }

  @Test("A pad that was damaged while its contact was closed is closed once it can be read")
  func damagedMeanwhile() throws {
    try withJourney(pads: 2) { journey in
      let state = journey.layout.state(journey.pads[0])
      let whole = try readFile(state)
      let packet = try journey.helloThatHasSeenMore(on: journey.pads[1])
      try VaultFiles.put(whole + [0], in: state)
      try journey.alice().receiveHello(packet, pad: journey.pads[1])
      #expect(try journey.alice().contact("bob").damage != nil)
      // Even if the pad that revealed it is forgotten, and another one is made.
      try journey.alice().forget(journey.pads[1].hexadecimal)
      let third = try journey.addPad()
      try VaultFiles.put(whole, in: state)
      #expect(try journey.closures() == [.peerHasSeenMore, nil])
      #expect(try journey.alice().contact("bob").pads.map(\.id) == [journey.pads[0], third])
      #expect(try journey.alice().contact("bob").damage == nil)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Once all pads of a contact are forgotten, neither slot of the book knows the contact")
  func forgottenInBook() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let id = try journey.alice().contact("bob").id
      let keys = try journey.pads.map { pad in
        try Array(journey.alice().stateBytes(of: pad)[13..<77])
      }
      let secrets = [id.bytes] + journey.pads.map(\.bytes) + keys
      try journey.alice().forget("bob")
      let alice = try journey.alice()
      for slot in 0..<2 {
        // The other slot is damaged, so that only this one counts.
        let whole = try readFile(journey.layout.contacts)
        var damaged = whole
        damaged[(1 - slot) * whole.count / 2 + 20] ^= 1
        try VaultFiles.put(damaged, in: journey.layout.contacts)
        let book = try alice.book().book
        #expect(book.pads.count == 1 && book.people.map(\.name) == ["carol"])
        let bytes = book.encoded().withBytes { $0.publicCopy }
        for secret in secrets { #expect(!bytes.contains(subsequence: secret)) }
        try VaultFiles.put(whole, in: journey.layout.contacts)
      }
    }
  }

  @Test("A shorter book leaves nothing of the longer one in its pages")
  func shorterBook() throws {
    try withJourney { journey in
      for number in 0..<30 { try TwoVaults.addPad(to: journey.two.alice, of: "person \(number)") }
      let book = try readFile(journey.layout.contacts)
      let half = book.count / 2
      for start in [0, half] {
        #expect(book[start + 4096..<start + 8192].contains { $0 != 0 }, "two pages at least")
      }
      for number in 0..<30 { try journey.alice().forget("person \(number)") }
      let after = try readFile(journey.layout.contacts)
      for start in [0, half] { #expect(after[start + 4096..<start + half].allSatisfy { $0 == 0 }) }
    }
  }
}

extension [UInt8] {
  /// Whether `subsequence` is somewhere in these bytes.
  fileprivate func contains(subsequence: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: subsequence) }
  }
}
