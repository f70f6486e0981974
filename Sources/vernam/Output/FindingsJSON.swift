internal import Doctor
internal import Wording

/// What `doctor --json` prints; the manual describes it.
enum FindingsJSON {
  static func value(_ findings: [Finding]) -> JSON {
    .object([("findings", .array(findings.map(finding)))])
  }

  private static func finding(_ finding: Finding) -> JSON {
    .object([
      ("level", .string(finding.level.rawValue)),
      ("about", .string(finding.about.rawValue)),
      ("what", .string(finding.text)),
      ("hint", finding.hint.map(JSON.string) ?? .null),
    ])
  }
}
