/// Pads that are closed for sending, for good: those numbered at most `through`. A pad made later
/// has a greater number and is not affected.
struct Closing: Equatable, Sendable {
  let through: Int
  let reason: SendingClosure

  /// The one that reaches further.
  static func further(_ one: Closing?, _ other: Closing?) -> Closing? {
    guard let one, let other else { return one ?? other }
    return other.through > one.through ? other : one
  }
}
