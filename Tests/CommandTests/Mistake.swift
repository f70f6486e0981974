import TestSupport
import Testing

/// A command that must fail, and how.
struct Mistake: Sendable, CustomTestStringConvertible {
  /// The two lines, with `VAULT` for the vault's directory, `HERE` for the one that it is in, and
  /// `PAD` for the pad's.
  let error: String
  let hint: String
  let status: Int
  let about: String
  /// Makes something go wrong before the command is run.
  let prepare: @Sendable (TwoEnds) throws -> Void
  let run: @Sendable (TwoEnds) throws -> Program.Outcome

  var testDescription: String { about }

  init(
    _ about: String, _ status: Int, error: String, hint: String,
    prepare: @escaping @Sendable (TwoEnds) throws -> Void = { _ in },
    run: @escaping @Sendable (TwoEnds) throws -> Program.Outcome
  ) {
    self.about = about
    self.status = status
    self.error = error
    self.hint = hint
    self.prepare = prepare
    self.run = run
  }

  /// Both lines as the program must print them.
  func lines(_ ends: TwoEnds, pad: String) -> String {
    "error: \(filled(error, ends, pad))\nhint: \(filled(hint, ends, pad))\n"
  }

  private func filled(_ text: String, _ ends: TwoEnds, _ pad: String) -> String {
    let paths = ["VAULT": ends.alice.vault, "HERE": ends.directory, "PAD": pad]
    // In one pass, since a path may hold one of these words by chance.
    return text.replacing(/VAULT|HERE|PAD/) { word in paths[String(word.output)]! }
  }
}
