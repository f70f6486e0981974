/// Pads that send no more, for good: those whose number is at most `through`. A pad that is made
/// later has a greater number and is not concerned.
struct Closing: Equatable, Sendable {
  let through: Int
  let reason: SendingClosure

  /// Both together: the one that reaches further.
  static func further(_ one: Closing?, _ other: Closing?) -> Closing? {
    guard let one, let other else { return one ?? other }
    return other.through > one.through ? other : one
  }
}
