internal import Doctor

/// What `doctor` prints for people.
enum FindingText {
  static func print(_ finding: Finding) throws {
    let level = finding.level.rawValue
    try Results.line(level + String(repeating: " ", count: 6 - level.count) + finding.what)
    if let hint = finding.hint { try Results.line("      hint: \(hint)") }
  }
}
