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
      // A finding about a contact is reported once, however many pads it applies to.
      if let found, !findings.contains(found) { findings.append(found) }
    }
    if !findings.isEmpty { return findings }
    return [Finding(.ok, .pads, .pads(working == 0 ? .noneYet : .work(working)))]
  }

  /// The same, if another pad of the contact works: a closed one then stops nothing.
  private static func findingBesideOther(
    _ pad: PadCondition, _ snapshot: SystemSnapshot
  ) -> Finding? {
    guard case .closed(let closure) = pad.kind else { return finding(pad, snapshot) }
    return Finding(.warn, .pads, .pads(.oldOneIsClosed(pad.contact, pad.id, closure)))
  }

  private static func finding(_ pad: PadCondition, _ snapshot: SystemSnapshot) -> Finding? {
    switch pad.kind {
    case .working: nil
    case .waiting: Finding(.warn, .pads, .pads(.waits(pad.contact)))
    case .closed(let closure): Finding(.bad, .pads, .pads(.isClosed(pad.contact, closure)))
    case .moved: Finding(.bad, .pads, .error(.moved(path: snapshot.directory)))
    case .halfDamaged: Finding(.warn, .pads, .pads(.isHalfDamaged(pad.contact)))
    case .damaged(let error): Finding(.bad, .pads, .error(error))
    }
  }
}
