import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// The matrix of vernam-vault(5), "Time travel": what is found once the other end speaks, and what
/// is not found at all.
@Suite("What the other end can tell about a vault that went back")
struct PeerWitnessTests {
  @Test("The alarm is given even if the message that raises it is left unread")
  func unread() throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      let content = SecretSource(SecretBytes(copying: [1].span))
      let packet = try journey.bob.send(
        .unknown(9), content, to: journey.bob.contact("alice")
      ).packet
      try journey.goBack(.inPlace, .restored)
      let said = Said()
      var environment = journey.environment()
      environment.warn = said.add
      let alice = try TwoVaults.open(journey.path, environment)
      #expect(throws: VaultError.unknownKind(9, from: "bob")) {
        try alice.receive(packet, by: ClosureRecipient { _, _ in })
      }
      #expect(said.all == [.sendingClosed("bob", .peerHasSeenMore)])
      #expect(try journey.refusal() == Journey.seen)
    }
  }

  @Test("A message on one pad closes all pads shared with that peer, and no others")
  func seenOnOne() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      try journey.closeByPeer(on: journey.pads[1])
      #expect(try journey.closures() == [.peerHasSeenMore, .peerHasSeenMore])
      #expect(try journey.refusal() == Journey.seen)
      #expect(try journey.refusal(to: "carol") == nil)
      let third = try journey.addPad()
      #expect(try journey.closures() == [.peerHasSeenMore, .peerHasSeenMore, nil])
      let text = try journey.bob.receiveText(journey.alice().sendText("on the third", to: "bob"))
      #expect(text == "on the third")
      #expect(try journey.alice().contact("bob").pads.last?.id == third)
    }
  }

  @Test("If alice writes before she hears, her own vault notices nothing; the peer gives the alarm")
  func tooEarly() throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, .restored)
      let second = try journey.alice().sendText("again", to: "bob")
      #expect(throws: VaultError.padReused(from: "alice", on: journey.pads[0])) {
        try journey.bob.receiveText(second)
      }
      // The alarm closes nothing at the end that gives it.
      try journey.hear()
    }
  }

  @Test("If the peer went back, that is an alarm here and closes nothing")
  func peerWentBack() throws {
    try withJourney { journey in
      let bob = journey.two.directory + "/bob"
      let past = try VaultFiles([bob, bob + ".state"])
      _ = try journey.two.alice.receiveText(journey.bob.sendText("one", to: "alice"))
      try past.restore()
      let second = try journey.bob.sendText("two", to: "alice")
      #expect(throws: VaultError.padReused(from: "bob", on: journey.pads[0])) {
        try journey.two.alice.receiveText(second)
      }
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Nothing opens a closed pad again; messages that the network held back are still read")
  func heldBack() throws {
    try withJourney { journey in
      let packets = try (0..<5).map { try journey.two.alice.sendText("\($0)", to: "bob") }
      _ = try journey.bob.receiveText(packets[0])
      try journey.goBack(.inPlace, .restored)
      try journey.hear()
      #expect(try journey.refusal() == Journey.seen)
      // Not messages, and not a person's word.
      try journey.hear()
      for isVouched in [true, false] {
        _ = try journey.alice().adopt(nothingSentElsewhere: isVouched)
        #expect(try journey.refusal() == Journey.seen)
      }
      // Not another place.
      try journey.copyBeside(".old", swapped: true)
      #expect(try journey.refusal() == journey.moved)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == Journey.seen)
      for number in 1..<5 {
        #expect(try journey.bob.receiveText(packets[number]) == "\(number)")
      }
    }
  }

  @Test("If the peer has seen nothing of what was forgotten, it gives the alarm when it reads both")
  func heldBackAll() throws {
    try withJourney { journey in
      let held = try journey.two.alice.sendText("held back", to: "bob")
      try journey.goBack(.inPlace, .restored)
      try journey.hear()
      let second = try journey.alice().sendText("instead", to: "bob")
      #expect(try journey.bob.receiveText(second) == "instead")
      #expect(throws: VaultError.padReused(from: "alice", on: journey.pads[0])) {
        try journey.bob.receiveText(held)
      }
    }
  }

  @Test("A delivered message has closed the contact, even if the pad that it came on is lost")
  func padIsLost() throws {
    try withJourney(pads: 2) { journey in
      try journey.closeByPeer(on: journey.pads[1])
      for pad in journey.pads {
        try journey.without(pad) {
          let refusal = try journey.refusal()
          #expect(refusal == Journey.seen)
        }
      }
    }
  }
}
