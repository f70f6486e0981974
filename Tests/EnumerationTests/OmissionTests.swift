import Glibc
import TestSupport
import Testing

/// Proof that the enumeration can fail: the storage ignores each request of the vault in turn.
@Suite("Requests that the storage ignores")
struct OmissionTests {
  /// Omissions that no state here can show, and why.
  private static let known: [Omission: String] = [
    .bookFirstSync:
      "a book that is in the cache only differs from the medium's, and that one is written again"
  ]

  /// The parts that show it.
  private static let places: [Omission: [String]] = [
    .stateFirstSync: ["then: send after a send", "stop: send"],
    .stateReadPastCache: ["fail: send", "fail: receive in order", "then: send after a send"],
    .stateCommitSync: ["stop: send"],
    .stateSecondSlot: ["stop: send"],
    .stateSecondSync: ["stop: send"],
    .bookFirstSync: [
      "then: rename after a rename", "then: send after a rename",
      "then: read the peer's word after somebody read it",
    ],
    .bookReadPastCache: [
      "then: forget after a forget", "fail: forget one of two contacts", "fail: forget",
    ],
    .bookCommitSync: ["stop: rename"],
    .bookSecondSlot: ["stop: forget one of two contacts", "stop: rename"],
    .bookSecondSync: ["stop: forget one of two contacts", "stop: rename"],
    .wipe: ["stop: send"],
    .wipeSync: ["stop: send"],
    .newPadSync: ["stop: pair once more", "stop: pair"],
    .newCounterSync: ["stop: pair once more", "stop: pair"],
    .forgottenSync: ["stop: forget"],
    .padLock: ["two: send in send"],
    .bookLock: ["two: close in send", "two: rename in rename"],
    .comparison: ["two: forget in send", "two: forget in receive"],
  ]

  @Test(
    "Each is noticed", .enabled(if: getenv("VERNAM_ENUMERATE") != nil, "make enumerate does this"),
    arguments: Omission.allCases)
  func noticed(_ omission: Omission) async {
    let found = await Task.detached { firstViolation(without: omission) }.value
    let reason = OmissionTests.known[omission]
    Figures.report(
      "without \(omission)", found ?? reason.map { "known: \($0)" } ?? "NOT NOTICED")
    #expect(found != nil || reason != nil, "nothing notices that \(omission) is left out")
    #expect(found == nil || reason == nil, "\(omission) is noticed, though said not to be")
  }

  private func firstViolation(without omission: Omission) -> String? {
    let parts = Enumeration.parts
    for name in OmissionTests.places[omission] ?? [] {
      for part in parts where part.name == name {
        if let found = violation(in: part, without: omission) { return found }
      }
    }
    return nil
  }

  private func violation(in part: Enumeration.Part, without omission: Omission) -> String? {
    let enumeration = Enumeration(.omissions, seed: 1)
    enumeration.setting.omissions = [omission]
    enumeration.stopsAtFirst = true
    part.run(enumeration)
    return enumeration.violations.first.map { "\($0) (\(part.name), state \(enumeration.states))" }
  }
}
