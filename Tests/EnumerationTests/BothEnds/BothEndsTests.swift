import Glibc
import TestSupport
import Testing

/// Stops at both ends of a pairing, like those of one vault; the default suite examines a sample.
@Suite("Every way to stop a pairing")
struct BothEndsTests {
  @Test("After any stop, an end that can encrypt faces an end that holds the identical pad")
  func everyStop() async {
    let effort = getenv("VERNAM_ENUMERATE") != nil ? PairEnumeration.Effort.all : .suite
    let random = Seeded(for: "pairings stopped")
    let seed = random.next()
    let lives = await PairEnumeration(effort, seed: seed).lives()
    let parts = 8
    let findings = await withTaskGroup(of: Findings.self) { group in
      for part in 0..<parts {
        group.addTask {
          let enumeration = PairEnumeration(effort, seed: seed &+ UInt64(part))
          await enumeration.stop(lives, part: (part, of: parts))
          if part == 0 { await enumeration.fail() }
          return enumeration.findings
        }
      }
      return await group.reduce(into: Findings()) { $0 += $1 }
    }
    let moments = "\(lives.giver.count) and \(lives.taker.count) moments"
    Figures.report("pairings stopped", "\(findings.states), of \(moments), seed \(random.seed)")
    Figures.report("violations in pairings", "\(findings.violations.count)")
    for violation in findings.violations.prefix(30) { print("  \(violation)") }
    #expect(findings.violations.isEmpty && findings.states > 500)
  }

  @Test("The same holds for a pad that is carried by hand")
  func everyStopOfCarrying() async {
    let effort = getenv("VERNAM_ENUMERATE") != nil ? CarryEnumeration.Effort.all : .suite
    let random = Seeded(for: "carried pads stopped")
    let enumeration = CarryEnumeration(effort, seed: random.next())
    await enumeration.stop()
    await enumeration.fail()
    let findings = enumeration.findings
    Figures.report("carried pads stopped", "\(findings.states), seed \(random.seed)")
    Figures.report("violations in carried pads", "\(findings.violations.count)")
    for violation in findings.violations.prefix(30) { print("  \(violation)") }
    #expect(findings.violations.isEmpty && findings.states > 300)
  }
}
