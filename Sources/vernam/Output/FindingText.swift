internal import Doctor
internal import Wording

/// What `doctor` prints for people.
enum FindingText {
  private static let margin = 6

  static func print(_ findings: [Finding]) throws {
    try StandardOutput.prose(lines(findings), indent: margin)
  }

  static func lines(_ findings: [Finding]) -> [String] {
    findings.flatMap(lines) + (findings.allSatisfy { $0.level == .ok } ? ["All is well."] : [])
  }

  private static func lines(_ finding: Finding) -> [String] {
    let level = finding.level.rawValue
    let first = level + String(repeating: " ", count: margin - level.count) + finding.text
    let hint = finding.hint.map { String(repeating: " ", count: margin) + "hint: \($0)" }
    return [first] + (hint.map { [$0] } ?? [])
  }
}
