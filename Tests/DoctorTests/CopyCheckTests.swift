import Testing

@testable import Doctor
@testable import Vault
@testable import vernam

@Suite("What is said of copies")
struct CopyCheckTests {
  @Test("That they are noticed is promised only if nothing is missing for it")
  func promise() throws {
    var snapshot = OtherMachine.snapshot()
    let promise = try #require(CopyCheck.findings(snapshot).first)
    #expect(promise.level == .ok && promise.text.contains("unless the whole machine is restored"))
    snapshot.inspection?.hasBirth = false
    #expect(snapshot.complaints == ["warn copies"])
    snapshot.inspection?.hasBirth = true
    snapshot.counterDirectory = nil
    #expect(snapshot.complaints == ["warn copies"])
    let warnings = CopyCheck.findings(snapshot)
    #expect(warnings.allSatisfy { $0.text.contains("only once the other end writes") })
  }

  @Test("A btrfs subvolume that is put back is known by its id")
  func subvolume() {
    var snapshot = OtherMachine.snapshot(
      OtherMachine.home("40 22 0:40 / /home rw - btrfs /dev/sda1 rw"))
    snapshot.inspection?.hasBirth = false
    #expect(snapshot.complaints == [])
  }

  @Test("A vault that was moved is complained of once, however many pads are in it")
  func moved() {
    var snapshot = OtherMachine.snapshot()
    snapshot.pads = ["bob", "carol"].map {
      PadCondition(id: DoctorTests.Pads.id, contact: $0, kind: .moved)
    }
    #expect(snapshot.complaints == ["bad pads"])
  }
}
