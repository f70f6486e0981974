/// The results of an enumeration of both ends.
struct Findings: Sendable {
  var states = 0
  var violations: [String] = []
  /// Whether to stop at the first violation of invariant 6.
  var stopsAtFirst = false

  var isOver: Bool { stopsAtFirst && brokenRule != nil }
  /// The first violation of invariant 6.
  var brokenRule: String? { violations.first { $0.contains(": 6: ") } }

  mutating func take(_ found: [String], _ place: String) {
    violations += found.map { "\(place): \($0)" }
  }

  static func += (all: inout Findings, more: Findings) {
    all.states += more.states
    all.violations += more.violations
  }
}
