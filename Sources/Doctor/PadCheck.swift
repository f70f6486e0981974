internal import Vault

/// Pads that wait, are closed, were moved, or are damaged.
enum PadCheck {
  static func findings(_ patient: Patient) -> [Finding] {
    guard patient.inspection != nil, patient.obstacle == nil else { return [] }
    let working = patient.pads.count { $0.kind == .working }
    let served = Set(patient.pads.filter { $0.kind == .working }.map(\.contact))
    var findings: [Finding] = []
    for pad in patient.pads {
      let found = served.contains(pad.contact) ? findingBesideOther(pad) : finding(pad)
      // What is said of a contact is said once, however many pads it is true of.
      if let found, !findings.contains(found) { findings.append(found) }
    }
    if !findings.isEmpty { return findings }
    if working == 0 { return [.ok("pads", "there are no pads yet")] }
    return [.ok("pads", "\(working) pad\(working == 1 ? " works" : "s work")")]
  }

  /// The same where another pad of the contact works: that one is closed stops nothing.
  private static func findingBesideOther(_ pad: PadCondition) -> Finding? {
    guard case .closed(let closure) = pad.kind, let name = pad.contact else { return finding(pad) }
    return .warn(
      "pads", "one of \(name)'s pads sends no more: \(closure.reason)",
      hint: "when nothing more comes on it, \"vernam forget \(pad.id.hexadecimal)\"")
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
        hint: "meet \(name) and run \"vernam pair \(ContactName.typed(name))\"")
    case .moved:
      return .bad(
        "pads", "\(name)'s pad was copied, restored or moved here",
        hint: VaultError.moved(contact: name).hint)
    case .halfDamaged:
      return .warn(
        "pads", "one of two copies of the state of \(name)'s pad is damaged",
        hint: "check the disk; the next message on it mends it")
    case .damaged(let error):
      return .bad("pads", error.description, hint: error.hint)
    }
  }
}
