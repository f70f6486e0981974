import Testing

@testable import Doctor
@testable import Vault

@Suite("What is said of copies")
struct CopyCheckTests {
  @Test("That they are noticed is promised only if nothing is missing for it")
  func promise() throws {
    var patient = OtherMachine.patient()
    let promise = try #require(CopyCheck.findings(patient).first)
    #expect(promise.level == .ok && promise.words.contains("unless the whole machine is restored"))
    patient.inspection?.hasBirth = false
    #expect(patient.complaints == ["warn copies"])
    patient.inspection?.hasBirth = true
    patient.counterDirectory = nil
    #expect(patient.complaints == ["warn copies"])
    let warnings = CopyCheck.findings(patient)
    #expect(warnings.allSatisfy { $0.words.contains("only once the other end writes") })
  }

  @Test("A btrfs subvolume that is put back is known by its id")
  func subvolume() {
    var patient = OtherMachine.patient(
      OtherMachine.home("40 22 0:40 / /home rw - btrfs /dev/sda1 rw"))
    patient.inspection?.hasBirth = false
    #expect(patient.complaints == [])
  }

  @Test("A vault that was moved is complained of once, however many pads are in it")
  func moved() {
    var patient = OtherMachine.patient()
    patient.pads = ["bob", "carol"].map {
      PadCondition(id: DoctorTests.Pads.id, contact: $0, kind: .moved)
    }
    #expect(patient.complaints == ["bad pads"])
  }
}
