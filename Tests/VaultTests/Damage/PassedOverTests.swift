import Glibc
import Pad
import TestSupport
import Testing

@testable import Vault

@Suite("A pad with a damaged file, beside others of the same contact")
struct PassedOverTests {
  private func change(_ path: String, bytes: Int) throws {
    let size = try readFile(path).count
    try #require(truncate(path, size + bytes) == 0)
  }

  @Test("is skipped if its file is too long or too short", arguments: [1, -1])
  func otherPad(bytes: Int) throws {
    try withJourney(pads: 2) { journey in
      try change(journey.layout.chunks(journey.pads[0]), bytes: bytes)
      let text = try journey.bob.receiveText(journey.alice().sendText("goes on", to: "bob"))
      #expect(text == "goes on")
    }
  }

  @Test("is reported if no other pad can send", arguments: [1, -1])
  func closedOther(bytes: Int) throws {
    try withJourney { journey in
      try journey.closeByPeer(on: journey.pads[0])
      try journey.addPad()
      let pad = try #require(try journey.alice().contact("bob").pads.last)
      let path = journey.layout.chunks(pad.id)
      let size = try readFile(path).count
      try change(path, bytes: bytes)
      let damage: VaultError =
        bytes > 0 ? .tooLong(path: path, bytes: size) : .padDamaged(contact: "bob", path: path)
      #expect(try journey.refusal() == damage)
    }
  }
}
