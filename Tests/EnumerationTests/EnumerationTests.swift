import Glibc
import TestSupport
import Testing

/// The default suite examines a sample; `make enumerate` examines more than a million states. With
/// VERNAM_PARTS="stop: send;two: send in send" only these parts are examined, more closely, each up
/// to its first violation.
@Suite("Every way to stop a vault")
struct EnumerationTests {
  private struct Findings: Sendable {
    var states = 0
    var violations: [String] = []
  }

  @Test("No stop, no fault and no second process breaks an invariant")
  func everyState() async {
    let isWhole = getenv("VERNAM_ENUMERATE") != nil
    let effort = isWhole ? Enumeration.Effort.all : wanted == nil ? .suite : .omissions
    // The sample is the same each time, so a change shows what it broke; only the whole is random.
    let isGiven = isWhole || getenv("VERNAM_SEED") != nil
    let random =
      isGiven ? Seeded(for: "enumeration") : Seeded(seed: 15_058_821_397_537_196_264)
    var findings = Findings()
    repeat {
      await enumerate(effort, seed: random.next(), into: &findings)
    } while isWhole && findings.states <= 1_000_000
    Figures.report("states enumerated", "\(findings.states), seed \(random.seed)")
    Figures.report("violations", "\(findings.violations.count)")
    for violation in findings.violations.prefix(30) { print("  \(violation)") }
    #expect(findings.violations.isEmpty)
    // A workload that breaks an invariant even without a stop may have no states to examine.
    if findings.violations.isEmpty { #expect(findings.states > 0, "no part has such a name") }
  }

  /// The names of the parts to examine; nil for all.
  private var wanted: [String]? {
    getenv("VERNAM_PARTS").map { String(cString: $0).split(separator: ";").map(String.init) }
  }

  private func enumerate(
    _ effort: Enumeration.Effort, seed: UInt64, into findings: inout Findings
  ) async {
    let wanted = wanted
    await withTaskGroup(of: Findings.self) { group in
      for (number, part) in Enumeration.parts.enumerated()
      where wanted?.contains(part.name) ?? true {
        group.addTask {
          let enumeration = Enumeration(effort, seed: seed &+ UInt64(number))
          enumeration.stopsAtFirst = wanted != nil
          part.run(enumeration)
          return Findings(states: enumeration.states, violations: enumeration.violations)
        }
      }
      for await found in group {
        findings.states += found.states
        findings.violations += found.violations
      }
    }
  }
}
