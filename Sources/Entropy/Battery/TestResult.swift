/// The result of one test of the bytes.
package struct TestResult: Sendable {
  package enum Verdict: String, Sendable {
    case pass
    /// Perfect bytes look like this once in a hundred times.
    case weak
    case fail
  }

  package let name: String
  /// The chance that perfect bytes look at least as strange; nil if the test has no statistic.
  package let p: Double?
  package let verdict: Verdict
  /// The figures behind it.
  package let detail: String

  /// Below this a test has failed.
  static let failing = 1e-5

  init(_ name: String, p: Double, detail: String = "") {
    self.name = name
    self.p = p
    verdict = p < TestResult.failing ? .fail : p < 0.01 ? .weak : .pass
    self.detail = detail
  }

  init(_ name: String, passes: Bool, detail: String) {
    self.name = name
    p = nil
    verdict = passes ? .pass : .fail
    self.detail = detail
  }

  /// The worst of the same test at several places of a file. The least p-value is multiplied by the
  /// number of places (Bonferroni).
  static func worst(_ looks: [TestResult]) -> TestResult {
    let worst = looks.min { ($0.p ?? 1) < ($1.p ?? 1) }!
    let p = min(1, (worst.p ?? 1) * Double(looks.count))
    return TestResult(worst.name, p: p, detail: p < 0.01 ? worst.detail : "")
  }
}
