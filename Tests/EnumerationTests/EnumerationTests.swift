import Glibc
import TestSupport
import Testing

/// The default suite looks at a sample; `make enumerate` looks at more than a million states.
@Suite("Every way to stop a vault")
struct EnumerationTests {
  private struct Findings: Sendable {
    var states = 0
    var violations: [String] = []
  }

  @Test("No stop, no fault and no second process breaks an invariant")
  func everyState() async {
    let isWhole = getenv("VERNAM_ENUMERATE") != nil
    let random = Seeded(for: "enumeration")
    var findings = Findings()
    repeat {
      await enumerate(isWhole ? .all : .suite, seed: random.next(), into: &findings)
    } while isWhole && findings.states <= 1_000_000
    Figures.report("states enumerated", "\(findings.states), seed \(random.seed)")
    Figures.report("violations", "\(findings.violations.count)")
    for violation in findings.violations.prefix(30) { print("  \(violation)") }
    #expect(findings.violations.isEmpty)
  }

  private func enumerate(
    _ effort: Enumeration.Effort, seed: UInt64, into findings: inout Findings
  ) async {
    await withTaskGroup(of: Findings.self) { group in
      for (number, part) in Enumeration.parts.enumerated() {
        group.addTask {
          let enumeration = Enumeration(effort, seed: seed &+ UInt64(number))
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
