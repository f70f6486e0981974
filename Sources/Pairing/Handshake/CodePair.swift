internal import Pad

/// The two codes of a session, one for each screen, always different.
///
/// From the 32 bytes of "vernam/1 code": the listener's is be64 of the first 8 modulo 10⁸; the
/// joiner's is be64 of the next 8 modulo 10⁸ − 1, plus one if that is not below the listener's.
/// Each is uniform but for a bias below 2⁻³⁷. The other 16 bytes are not used.
struct CodePair: Equatable, Sendable {
  let listener: PairingCode
  let joiner: PairingCode

  /// The verdict on a typed line.
  enum Verdict: Equatable { case right, own, wrong, notACode }

  init(_ secret: Span<UInt8>) {
    let count = CodePair.count
    var offset = 0
    let first = secret.load(UInt64.self, at: &offset) % count
    let second = secret.load(UInt64.self, at: &offset) % (count - 1)
    listener = PairingCode(first)
    joiner = PairingCode(second >= first ? second + 1 : second)
  }

  /// The code on the screen of `end`.
  func code(of end: End) -> PairingCode { end == .listener ? listener : joiner }

  /// Judges what the person at `end` typed: it should be the other screen's code.
  func judge(_ line: String, typedAt end: End) -> Verdict {
    guard let typed = PairingCode(typed: line) else { return .notACode }
    if typed.matches(code(of: end.other)) { return .right }
    return typed.matches(code(of: end)) ? .own : .wrong
  }

  private static var count: UInt64 {
    #if DEBUG
      Weakening.current.codes
    #else
      PairingCode.count
    #endif
  }
}
