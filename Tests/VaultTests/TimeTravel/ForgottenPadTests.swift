import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A pad that was forgotten and comes back")
struct ForgottenPadTests {
  private func putBack(_ backup: String, at path: String) throws {
    removeTree(path)
    try #require(try Program("cp").run(["-a", backup, path]).status == 0)
  }

  @Test("Without counters, there is only the person's word")
  func withoutCounters() throws {
    try withJourney { journey in
      let backup = try journey.copyBeside(".backup")
      try journey.alice().forget("bob")
      try putBack(backup, at: journey.path)
      try journey.deleteCounters()
      #expect(try journey.refusal() == journey.moved)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Its files alone, put back beside the list that names it, are removed")
  func filesAlone() throws {
    try withJourney { journey in
      let pads = journey.layout.pads
      try #require(try Program("cp").run(["-a", pads, journey.path + ".backup"]).status == 0)
      try journey.alice().forget("bob")
      try putBack(journey.path + ".backup", at: pads)
      #expect(try journey.refusal() == .noContacts)
      #expect(try Disk().list(pads) == [])
      // This does not prove that the book went back.
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A vault from before a pad was made does not take that pad in again")
  func beforePad() throws {
    try withQuickDirectory { directory in
      let path = directory + "/alice"
      let alice = try TwoVaults.vault(path)
      let past = try VaultFiles([path])
      let id = PadID(KernelRandomness().bytes(PadID.byteCount))
      let material = KernelRandomness().bytes(TwoVaults.shape.materialBytes)
      func takeIn(_ vault: Vault) throws {
        let material = SecretBytes(copying: material.span)
        try TwoVaults.add(material, id, TwoVaults.shape, to: vault, of: "bob", .giver, true)
      }
      try takeIn(alice)
      _ = try alice.sendText("sent", to: "bob")
      removeTree(path + "/pads/" + id.hexadecimal)
      try past.restore()
      let restored = try TwoVaults.open(path, TwoVaults.environment(path + ".state"))
      #expect(throws: VaultError.padKnown) { try takeIn(restored) }
    }
  }

  @Test("Forgetting that is stopped anywhere closes nothing for a program that has the vault open")
  func stopped() throws {
    for steps in 0..<30 {
      try withJourney(pads: 2) { journey in
        let alice = try journey.alice()
        _ = try alice.contact("bob")
        let dying = try journey.alice(on: DyingStorage(after: steps, fate: .kept))
        try? dying.forget(journey.pads[0].hexadecimal)
        let text = try journey.bob.receiveText(alice.sendText("goes on", to: "bob"))
        #expect(text == "goes on")
        #expect(try journey.refusal() == nil)
        #expect(try journey.alice().contact("bob").pads.last?.closure == nil)
      }
    }
  }
}
