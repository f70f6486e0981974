extension Enumeration {
  /// One part of the whole enumeration.
  struct Part: Sendable {
    let name: String
    let run: @Sendable (Enumeration) -> Void
  }

  /// The whole enumeration, in parts that can run in parallel.
  static var parts: [Part] {
    var parts: [Part] = []
    for workload in Workload.all {
      parts.append(Part(name: "stop: " + workload.name) { $0.crash(workload) })
      parts.append(Part(name: "fail: " + workload.name) { $0.fail(workload) })
    }
    for followUp in FollowUp.all {
      parts.append(Part(name: "then: " + followUp.name) { $0.follow(followUp) })
    }
    for first in Action.all {
      parts.append(Part(name: "kill beside: " + first.name) { $0.killBeside(first) })
      for second in Action.all {
        let name = "two: \(second.name) in \(first.name)"
        parts.append(Part(name: name) { $0.interleave(first, second) })
      }
    }
    return parts
  }
}
