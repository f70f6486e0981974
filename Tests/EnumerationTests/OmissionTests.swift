#if DEBUG
  import TestSupport
  import Testing

  @testable import Vault

  /// Proof that the enumeration can fail: each step that vault.md orders is left out in turn.
  @Suite("A step left out")
  struct OmissionTests {
    /// Steps whose lack no state here can show, and why.
    private static let known: [Set<ProtocolStep>: String] = [:]

    /// Where to look first: everything else is looked at too, where that finds nothing.
    private static let first: [ProtocolStep: [String]] = [
      .decision: ["stop: rename with two pads"],
      .decisionSync: ["stop: rename with two pads"],
      .decisionAgain: ["fail: rename with two pads"],
      .hearing: ["stop: send after a backup of the middle of a change"],
      .chunkIntegrity: ["stop: send over a damaged chunk"],
      .slotChecksum: ["stop: send with slot 0 damaged"],
      .openingAgain: ["stop: send during a delivery"],
      .deliverBeforeConsume: ["stop: receive in order"],
      .readPastCache: ["fail: send", "fail: receive in order", "fail: receive out of order"],
      .lock: ["two: send in send"],
      .newPadSync: ["stop: pair"],
      .comparison: ["two: forget in send", "two: forget in receive"],
    ]

    @Test("Every step that is left out is noticed, with chunk integrity and without")
    func everyStep() async {
      let sets =
        ProtocolStep.allCases.map { Set([$0]) }
        + ProtocolStep.allCases.filter { $0 != .chunkIntegrity }.map { [$0, .chunkIntegrity] }
      let found = await withTaskGroup(of: (Int, String?).self) { group in
        for (number, omissions) in sets.enumerated() {
          group.addTask { (number, firstViolation(without: omissions)) }
        }
        return await group.reduce(into: [:]) { found, next in found[next.0] = next.1 }
      }
      for (number, omissions) in sets.enumerated() { report(omissions, found[number]) }
      Figures.report("mutants killed", "\(found.count) of \(sets.count)")
    }

    private func report(_ omissions: Set<ProtocolStep>, _ found: String?) {
      let name = omissions.map { "\($0)" }.sorted().joined(separator: " and ")
      let reason = OmissionTests.known[omissions]
      print("  without \(name): \(found ?? reason.map { "known: \($0)" } ?? "NOT NOTICED")")
      #expect(found != nil || reason != nil, "nothing notices that \(name) is left out")
      #expect(found == nil || reason == nil, "\(name) is noticed, though said not to be")
    }

    private func firstViolation(without omissions: Set<ProtocolStep>) -> String? {
      let first = omissions.flatMap { OmissionTests.first[$0] ?? [] }
      let parts = Enumeration.parts
      for part in parts.filter({ first.contains($0.name) })
        + parts.filter({ !first.contains($0.name) })
      {
        guard let found = violation(in: part, without: omissions) else { continue }
        // Where chunk integrity is off as well, its own lack is not what is to be noticed.
        let isOther = omissions.count > 1 && violation(in: part, without: [.chunkIntegrity]) != nil
        if !isOther { return found }
      }
      return nil
    }

    private func violation(
      in part: Enumeration.Part, without omissions: Set<ProtocolStep>
    ) -> String? {
      let enumeration = Enumeration(.omissions, seed: 1)
      enumeration.setting.omissions = omissions
      enumeration.stopsAtFirst = true
      part.run(enumeration)
      return enumeration.violations.first.map { "\($0) (state \(enumeration.states))" }
    }
  }
#endif
