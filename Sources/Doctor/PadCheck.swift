internal import Vault

/// Pads that wait, are closed, were moved, or are damaged.
enum PadCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard snapshot.inspection != nil, snapshot.obstacle == nil else { return [] }
    let working = snapshot.pads.count { $0.kind == .working }
    let served = Set(snapshot.pads.filter { $0.kind == .working }.map(\.contact))
    var findings: [Finding] = []
    for pad in snapshot.pads {
      let found =
        served.contains(pad.contact) ? findingBesideOther(pad, snapshot) : finding(pad, snapshot)
      // What is said of a contact is said once, however many pads it is true of.
      if let found, !findings.contains(found) { findings.append(found) }
    }
    if !findings.isEmpty { return findings }
    if working == 0 { return [.ok("pads", "there are no pads yet")] }
    return [.ok("pads", "\(working) pad\(working == 1 ? " works" : "s work")")]
  }

  /// The same if another pad of the contact works: a closed one stops nothing then.
  private static func findingBesideOther(_ pad: PadCondition, _ snapshot: SystemSnapshot)
    -> Finding?
  {
    guard case .closed(let closure) = pad.kind else { return finding(pad, snapshot) }
    return Finding(
      level: .warn, about: "pads", what: .closedPad(of: pad.contact, closure),
      hint: "when nothing more comes on it, \"vernam forget \(pad.id.hexadecimal)\"")
  }

  private static func finding(_ pad: PadCondition, _ snapshot: SystemSnapshot) -> Finding? {
    let name = pad.contact
    switch pad.kind {
    case .working: return nil
    case .waiting:
      return .warn(
        "pads", "\(name)'s pad waits for \(name)'s first message",
        hint: "ask for any message from \(name) and decrypt it")
    case .closed(let closure):
      return .bad(
        "pads", .sendingClosed(name, closure),
        hint: "meet \(name) and run \"vernam pair \(ContactName.typed(name))\"")
    case .moved: return .bad("pads", .moved(path: snapshot.directory))
    case .halfDamaged:
      return .warn(
        "pads", "one of two copies of the state of \(name)'s pad is damaged",
        hint: "check the disk; the next message on it mends it")
    case .damaged(let error): return .bad("pads", error)
    }
  }
}
