import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A pad whose directory or state is missing")
struct MissingPadTests {
  private func missing(_ journey: Journey) -> VaultError {
    .padMissing(contact: "bob", path: journey.layout.state(journey.pads[0]))
  }

  @Test("neither receives nor sends until it is back")
  func refused() throws {
    try withJourney { journey in
      let packet = try journey.bob.sendText("later", to: "alice")
      try journey.without(journey.pads[0]) {
        let alice = try journey.alice()
        #expect(throws: missing(journey)) { try alice.receiveText(packet) }
        #expect(try journey.refusal(alice) == missing(journey))
        #expect(try alice.conditions().map(\.kind) == [.damaged(missing(journey))])
      }
      #expect(try journey.two.alice.receiveText(packet) == "later")
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("is not mistaken for an aborted one if only its state is away", arguments: [false, true])
  func stateAway(isUsed: Bool) throws {
    try withJourney { journey in
      if isUsed { _ = try journey.alice().sendText("before", to: "bob") }
      let (state, away) = (
        journey.layout.state(journey.pads[0]), journey.layout.directory + "-away"
      )
      try Disk().rename(state, to: away)
      #expect(try journey.refusal() == missing(journey))
      try Disk().rename(away, to: state)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("can be forgotten, and is destroyed when it is back", arguments: [false, true])
  func forgotten(byDigits: Bool) throws {
    try withJourney { journey in
      let pad = journey.pads[0]
      let packet = try journey.bob.sendText("never", to: "alice")
      try journey.without(pad) {
        try journey.alice().forget(byDigits ? pad.hexadecimal : "bob")
        #expect(try journey.alice().contacts().isEmpty)
        #expect(throws: VaultError.foreign) { try journey.two.alice.receiveText(packet) }
      }
      #expect(throws: VaultError.foreign) { try journey.alice().receiveText(packet) }
      #expect(try Disk().attributes(at: journey.layout.pad(pad)) == nil)
    }
  }

  @Test("does not get in the way of the contact's other pads")
  func others() throws {
    try withJourney(pads: 2) { journey in
      try journey.without(journey.pads[0]) {
        let alice = try journey.alice()
        #expect(try journey.refusal(alice) == nil)
      }
    }
  }
}
