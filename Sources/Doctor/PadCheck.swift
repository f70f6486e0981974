internal import Vault

/// Pads that wait, are closed, were moved, or are damaged.
enum PadCheck {
  static func findings(_ patient: Patient) -> [Finding] {
    guard patient.inspection != nil, patient.obstacle == nil else { return [] }
    let findings = patient.pads.compactMap(finding)
    let working = patient.pads.count { $0.kind == .working }
    if !findings.isEmpty { return findings }
    if working == 0 { return [.ok("pads", "there are no pads yet")] }
    return [.ok("pads", "\(working) pad\(working == 1 ? " works" : "s work")")]
  }

  private static func finding(_ pad: PadCondition) -> Finding? {
    let name = pad.contact ?? ""
    switch pad.kind {
    case .working: return nil
    case .waiting:
      return .warn(
        "pads", "\(name)'s pad waits for \(name)'s first message",
        hint: "ask for any message from \(name) and decrypt it")
    case .closed(let closure):
      return .bad(
        "pads", "sending to \(name) is closed for good: \(closure.reason)",
        hint: "meet \(name) and run \"vernam pair \(name)\"")
    case .moved:
      return .bad(
        "pads", "\(name)'s pad was copied, restored or moved here",
        hint:
          "run \"vernam adopt --moved\" if no other copy sends any more; if one does, see the manual"
      )
    case .halfDamaged:
      return .warn(
        "pads", "one of two copies of the state of \(name)'s pad is damaged",
        hint: "check the disk; the next message on it mends it")
    case .damaged(let error):
      return .bad("pads", error.description, hint: error.hint)
    }
  }
}
