import Glibc
import Testing

/// A model in Promela that spin explores to the last state.
package struct SpinModel {
  /// From the root of the repository.
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Without it, no model can be explored.
  package static let isInstalled = access("/usr/bin/spin", X_OK) == 0

  /// Explores the model, without the step named `omission` if there is one, and expects that it
  /// violates the claim `violated`, or none if that is nil.
  package func explore(omitting omission: String?, violates violated: String?) throws {
    let outcome = try run(omission)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("errors: \(violated == nil ? 0 : 1)"))
    #expect(outcome.text.contains("assertion violated") == (violated != nil))
    #expect(outcome.text.contains(violated ?? ""))
    #expect(!outcome.text.contains("max search depth too small"))
    guard violated == nil else { return }
    // Every step was taken; only the end of a model that never ends is not reached.
    let unreached = outcome.text.split(separator: "\n").filter { $0.hasSuffix(" states)") }
    #expect(!unreached.isEmpty)
    for line in unreached { #expect(line.contains("(0 of ") || line.contains("(1 of ")) }
  }

  private func run(_ omission: String?) throws -> Program.Outcome {
    let definition = omission.map { "-D\($0) " } ?? ""
    return try withTemporaryDirectory { directory in
      try Program("sh").run([
        "-ec",
        """
        cd \(directory)
        spin \(definition)-a \(Fixtures.root)/\(path)
        gcc -O1 -DSAFETY -w -o pan pan.c
        ./pan -m100000
        """,
      ])
    }
  }
}
