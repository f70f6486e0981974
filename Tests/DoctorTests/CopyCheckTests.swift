import Testing
import Wording

@testable import Doctor
@testable import Vault
@testable import vernam

@Suite("The doctor on copies")
struct CopyCheckTests {
  @Test("It promises that they are noticed only if everything needed for that is there")
  func promise() throws {
    var snapshot = OtherMachine.snapshot()
    let promise = try #require(CopyCheck.findings(snapshot).first)
    #expect(promise.level == .ok && promise.text.contains("the whole computer is restored"))
    snapshot.inspection?.hasBirth = false
    #expect(snapshot.complaints == ["warn copies"])
    snapshot.inspection?.hasBirth = true
    snapshot.counterDirectory = nil
    #expect(snapshot.complaints == ["warn copies"])
    let warnings = CopyCheck.findings(snapshot)
    #expect(warnings.allSatisfy { $0.text.contains("only when the other person writes") })
  }

  @Test("A restored btrfs subvolume is recognized by its id")
  func subvolume() {
    var snapshot = OtherMachine.snapshot(
      OtherMachine.home("40 22 0:40 / /home rw - btrfs /dev/sda1 rw"))
    snapshot.inspection?.hasBirth = false
    #expect(snapshot.complaints == [])
  }

  @Test("A moved vault gives one complaint, however many pads are in it")
  func moved() {
    var snapshot = OtherMachine.snapshot()
    snapshot.pads = ["bob", "carol"].map {
      PadCondition(id: DoctorTests.Pads.id, contact: $0, kind: .moved)
    }
    #expect(snapshot.complaints == ["bad pads"])
  }
}
