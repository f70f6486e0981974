internal import Entropy

/// What `test` prints.
enum TestReport {
  private static let reservation =
    "a pass does not prove that bytes are secret: predictable bytes can pass every test"

  static func lines(_ results: [TestResult], byteCount: Int) -> [String] {
    let rows = results.map { result in
      let p = result.p.map { "p = \(text($0))" } ?? ""
      let head = "\(padded(result.verdict.rawValue, 5)) \(padded(result.name, 36))"
      return trimmed("\(head) \(padded(p, 14)) \(result.detail)")
    }
    return rows + ["\(byteCount) bytes: \(conclusion(results))", reservation]
  }

  static func json(_ results: [TestResult], byteCount: Int) -> JSON {
    .object([
      ("bytes", .number(byteCount)),
      (
        "tests",
        .array(
          results.map { result in
            .object([
              ("name", .string(result.name)), ("verdict", .string(result.verdict.rawValue)),
              ("p", result.p.map { .decimal($0) } ?? .null), ("detail", .string(result.detail)),
            ])
          })
      ),
      ("conclusion", .string(conclusion(results))), ("note", .string(reservation)),
    ])
  }

  private static func conclusion(_ results: [TestResult]) -> String {
    let failed = results.filter { $0.verdict == .fail }.count
    let weak = results.filter { $0.verdict == .weak }.count
    if failed > 0 {
      return "\(failed) of \(results.count) tests \(failed == 1 ? "fails" : "fail"): "
        + "these bytes do not look random"
    }
    if weak > 1 { return "no test fails, but \(weak) are weak: test more bytes" }
    if weak == 1 { return "no test fails; one is weak, which sometimes happens by chance" }
    return "all tests pass"
  }

  /// Four digits, or just the power of ten.
  private static func text(_ p: Double) -> String {
    if p >= 0.0001 { return p.text(4) }
    return p > 1e-300 ? "1e\((p.logarithm / 10.0.logarithm).rounded(.down).text(0))" : "0"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
